"""Against the gradient, perhaps with momentum."""
from torch.optim.optimizer import Optimizer, decayed, options


class SGD(Optimizer):
    _is_differentiable = True

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *,
                 maximize=False, foreach=None, differentiable=False, fused=None):
        found = options(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay,
                        nesterov=nesterov, maximize=maximize, foreach=foreach,
                        differentiable=differentiable, fused=fused)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, found)

    def _move(self, param, grad, group):
        grad, momentum = decayed(param, grad, group), group['momentum']
        if momentum != 0:
            state = self.state[param]
            buffer = state.get('momentum_buffer')
            if buffer is None:
                buffer = state['momentum_buffer'] = grad.clone().detach()
            else:
                buffer.mul_(momentum).add_(grad, alpha=1 - group['dampening'])
            grad = grad.add(buffer, alpha=momentum) if group['nesterov'] else buffer
        param.add_(grad, alpha=-group['lr'])
