"""SGD, and beside it the mean of where the parameters have been."""
import torch
from torch.optim.optimizer import OneByOne, count_dtype, decayed, options


class ASGD(OneByOne):
    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None,
                 maximize=False, differentiable=False, capturable=False):
        super().__init__(params, options(
            lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay, foreach=foreach,
            maximize=maximize, differentiable=differentiable, capturable=capturable))

    def _begin(self, param, group):
        self.state[param] = {'step': torch.tensor(0.0, dtype=count_dtype()),
                             'eta': torch.tensor(float(group['lr']), dtype=count_dtype()),
                             'mu': torch.tensor(1.0, dtype=count_dtype()),
                             'ax': torch.zeros_like(param)}

    def _move(self, param, grad, group):
        if not self.state[param]:
            self._begin(param, group)
        state = self._kept(param)
        grad, eta, mean, part = decayed(param, grad, group), state['eta'], state['ax'], state['mu']
        rate = eta.item()
        param.mul_(1 - group['lambd'] * rate).add_(grad, alpha=-rate)
        if part.item() != 1:
            mean.add_((param - mean) * part)
        else:
            mean.copy_(param)
        step, lr = state['step'].item(), group['lr']
        eta.fill_(lr / (1 + group['lambd'] * lr * step) ** group['alpha'])
        part.fill_(1 / max(1, step - group['t0']))
