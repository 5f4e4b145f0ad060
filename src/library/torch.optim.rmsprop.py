"""Each gradient over the root of the mean of the last squares."""
from torch.optim.optimizer import Optimizer, decayed, options


class RMSprop(Optimizer):
    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0,
                 centered=False, capturable=False, foreach=None, maximize=False,
                 differentiable=False):
        super().__init__(params, options(
            lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered,
            weight_decay=weight_decay, capturable=capturable, foreach=foreach, maximize=maximize,
            differentiable=differentiable))

    def _move(self, param, grad, group):
        names = ['square_avg']
        if group['momentum'] > 0:
            names.append('momentum_buffer')
        if group['centered']:
            names.append('grad_avg')
        state, alpha = self._kept(param, *names), group['alpha']
        grad, square = decayed(param, grad, group), state['square_avg']
        square.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if group['centered']:
            mean = state['grad_avg'].lerp_(grad, 1 - alpha)
            root = square.addcmul(mean, mean, value=-1).sqrt()
        else:
            root = square.sqrt()
        root = root + group['eps']
        if group['momentum'] > 0:
            buffer = state['momentum_buffer'].mul_(group['momentum']).addcdiv_(grad, root)
            param.add_(buffer, alpha=-group['lr'])
        else:
            param.addcdiv_(grad, root, value=-group['lr'])
