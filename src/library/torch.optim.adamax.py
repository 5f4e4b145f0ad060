"""Adam with the largest gradient so far in place of the mean of the squares."""
import torch
from torch.optim.optimizer import Optimizer, decayed, options


class Adamax(Optimizer):
    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *,
                 maximize=False, differentiable=False, capturable=False):
        super().__init__(params, options(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=foreach,
            maximize=maximize, differentiable=differentiable, capturable=capturable))

    def _move(self, param, grad, group):
        beta1, beta2 = group['betas']
        state = self._kept(param, 'exp_avg', 'exp_inf')
        grad, most = decayed(param, grad, group), state['exp_inf']
        mean = state['exp_avg'].lerp_(grad, 1 - beta1)
        most.copy_(torch.maximum(most * beta2, grad.abs() + group['eps']))
        rate = group['lr'] / (1 - beta1 ** state['step'].item())
        param.addcdiv_(mean, most, value=-rate)
