"""Each gradient over the root of all squares so far."""
import torch
from torch.optim.optimizer import Optimizer, decayed, options


class Adagrad(Optimizer):
    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0,
                 eps=1e-10, foreach=None, *, maximize=False, differentiable=False, fused=None):
        super().__init__(params, options(
            lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value, foreach=foreach,
            maximize=maximize, differentiable=differentiable, fused=fused))
        for group in self.param_groups:
            for param in group['params']:
                self._begin(param)
                self.state[param]['sum'] = torch.full_like(param, initial_accumulator_value)

    def _move(self, param, grad, group):
        state = self._kept(param)
        grad, total = decayed(param, grad, group), state['sum']
        rate = group['lr'] / (1 + (state['step'].item() - 1) * group['lr_decay'])
        total.addcmul_(grad, grad, value=1)
        param.addcdiv_(grad, total.sqrt() + group['eps'], value=-rate)
