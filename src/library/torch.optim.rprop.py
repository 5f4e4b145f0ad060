"""Only the signs count: a step grows while its gradient's sign stays, and shrinks where it turns."""
import torch
from torch.optim.optimizer import Optimizer, options


class Rprop(Optimizer):
    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, capturable=False,
                 foreach=None, maximize=False, differentiable=False):
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        super().__init__(params, options(
            lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach, maximize=maximize,
            differentiable=differentiable, capturable=capturable))

    def _move(self, param, grad, group):
        state = self._kept(param, 'prev')
        size = state.setdefault('step_size', torch.full_like(grad, group['lr']))
        less, more = group['etas']
        sign = grad.mul(state['prev']).sign()
        turned = sign < 0
        factor = torch.where(sign > 0, more, torch.where(turned, less, torch.ones_like(sign)))
        size.mul_(factor).clamp_(*group['step_sizes'])
        grad = grad.masked_fill(turned, 0.0)
        param.addcmul_(grad.sign(), size, value=-1)
        state['prev'].copy_(grad)
