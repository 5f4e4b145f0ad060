"""As far as the last moves, where the gradients are as the last ones."""
from torch.optim.optimizer import Optimizer, decayed, options


class Adadelta(Optimizer):
    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *,
                 capturable=False, maximize=False, differentiable=False):
        if rho > 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        super().__init__(params, options(
            lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, maximize=maximize,
            capturable=capturable, foreach=foreach, differentiable=differentiable))

    def _move(self, param, grad, group):
        state = self._kept(param, 'square_avg', 'acc_delta')
        grad, rho, eps = decayed(param, grad, group), group['rho'], group['eps']
        square, moves = state['square_avg'], state['acc_delta']
        square.mul_(rho).addcmul_(grad, grad, value=1 - rho)
        move = (moves + eps).sqrt() / (square + eps).sqrt() * grad
        moves.mul_(rho).addcmul_(move, move, value=1 - rho)
        param.add_(move, alpha=-group['lr'])
