"""The mean of the gradients, over the root of that of their squares."""
import torch
from torch.optim.optimizer import Optimizer, options


class ByMoments(Optimizer):
    def __init__(self, params, given):
        kinds = [isinstance(beta, float) for beta in given['betas']]
        if kinds[0] != kinds[1] or not kinds[0] and not torch.is_tensor(given['betas'][0]):
            raise ValueError("betas must be either both floats or both Tensors")
        super().__init__(params, given)

    def _move(self, param, grad, group):
        state, (beta1, beta2) = self.state[param], group['betas']
        if not state:
            names = ('exp_avg', 'exp_avg_sq', 'max_exp_avg_sq')
            self._begin(param, *(names if group['amsgrad'] else names[:2]))
        if group['weight_decay'] != 0:
            grad = self._decay(param, grad, group)
        state['step'] += 1
        mean, square, step = state['exp_avg'], state['exp_avg_sq'], state['step'].item()
        mean.lerp_(grad, 1 - beta1)
        square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        if group['amsgrad']:
            most = state['max_exp_avg_sq']
            square = most.copy_(torch.maximum(most, square))
        root = square.sqrt() / (1 - beta2 ** step) ** 0.5 + group['eps']
        param.addcdiv_(mean, root, value=-(group['lr'] / (1 - beta1 ** step)))


class Adam(ByMoments):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False,
                 *, foreach=None, maximize=False, capturable=False, differentiable=False,
                 fused=None):
        super().__init__(params, options(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad,
            maximize=maximize, foreach=foreach, capturable=capturable,
            differentiable=differentiable, fused=fused))

    def _decay(self, param, grad, group):
        return grad.add(param, alpha=group['weight_decay'])
