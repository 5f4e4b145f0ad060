"""Adam with Nesterov's momentum."""
from torch.optim.optimizer import Optimizer, decayed, options


class NAdam(Optimizer):
    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
                 momentum_decay=4e-3, decoupled_weight_decay=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False):
        super().__init__(params, options(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay,
            momentum_decay=momentum_decay, decoupled_weight_decay=decoupled_weight_decay,
            maximize=maximize, foreach=foreach, capturable=capturable,
            differentiable=differentiable))

    def _move(self, param, grad, group):
        state = self._kept(param, 'exp_avg', 'exp_avg_sq', mu_product=1.0)
        lr, (beta1, beta2) = group['lr'], group['betas']
        step, decay = state['step'].item(), group['momentum_decay']
        if group['decoupled_weight_decay'] and group['weight_decay'] != 0:
            param.mul_(1 - lr * group['weight_decay'])
        else:
            grad = decayed(param, grad, group)
        now = beta1 * (1.0 - 0.5 * 0.96 ** (step * decay))
        then = beta1 * (1.0 - 0.5 * 0.96 ** ((step + 1) * decay))
        state['mu_product'] *= now
        product = state['mu_product'].item()
        mean = state['exp_avg'].lerp_(grad, 1 - beta1)
        square = state['exp_avg_sq'].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        root = (square / (1 - beta2 ** step)).sqrt() + group['eps']
        param.addcdiv_(grad, root, value=-lr * (1.0 - now) / (1.0 - product))
        param.addcdiv_(mean, root, value=-lr * then / (1.0 - product * then))
