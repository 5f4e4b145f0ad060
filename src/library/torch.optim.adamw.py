"""Adam, whose weights decay by themselves."""
from torch.optim.adam import ByMoments
from torch.optim.optimizer import options


class AdamW(ByMoments):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2,
                 amsgrad=False, *, maximize=False, foreach=None, capturable=False,
                 differentiable=False, fused=None):
        super().__init__(params, options(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad,
            foreach=foreach, maximize=maximize, capturable=capturable,
            differentiable=differentiable, fused=fused))

    def _decay(self, param, grad, group):
        param.mul_(1 - group['lr'] * group['weight_decay'])
        return grad
