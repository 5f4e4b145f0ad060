"""Adam, whose first steps are not yet divided by the root: it is too uncertain."""
from torch.optim.optimizer import Optimizer, decayed, options


class RAdam(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
                 decoupled_weight_decay=False, *, foreach=None, maximize=False, capturable=False,
                 differentiable=False):
        super().__init__(params, options(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, maximize=maximize,
            foreach=foreach, capturable=capturable,
            decoupled_weight_decay=decoupled_weight_decay, differentiable=differentiable))

    def _move(self, param, grad, group):
        state, lr, (beta1, beta2) = self._kept(param, 'exp_avg', 'exp_avg_sq'), group['lr'], group['betas']
        step = state['step'].item()
        if group['decoupled_weight_decay'] and group['weight_decay'] != 0:
            param.mul_(1 - lr * group['weight_decay'])
        else:
            grad = decayed(param, grad, group)
        mean = state['exp_avg'].lerp_(grad, 1 - beta1) / (1 - beta1 ** step)
        square = state['exp_avg_sq'].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        correction, last = 1 - beta2 ** step, 2 / (1 - beta2) - 1
        now = last - 2 * step * beta2 ** step / correction
        move = mean * lr
        if now > 5.0:
            certain = ((now - 4) * (now - 2) * last / ((last - 4) * (last - 2) * now)) ** 0.5
            move = move * (correction ** 0.5 / (square.sqrt() + group['eps'])) * certain
        param.add_(move, alpha=-1.0)
