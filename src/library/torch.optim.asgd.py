"""SGD, and beside it the mean of where the parameters have been."""
from torch.optim.optimizer import Optimizer, decayed, options


class ASGD(Optimizer):
    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None,
                 maximize=False, differentiable=False, capturable=False):
        super().__init__(params, options(
            lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay, foreach=foreach,
            maximize=maximize, differentiable=differentiable, capturable=capturable))

    def _move(self, param, grad, group):
        state = self._kept(param, 'ax', eta=float(group['lr']), mu=1.0)
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
