"""torch.optim: optimizers, whose steps move nothing, since no gradients are computed yet."""
import torch

from torch.optim import lr_scheduler


class Optimizer:
    def __init__(self, params, defaults=None):
        if isinstance(params, torch.Tensor):
            raise TypeError("params argument given to the optimizer should be an iterable of "
                            "Tensors or dicts, but got " + torch.typename(params))
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{'params': groups}]
        self.defaults = defaults or {}
        self.state = {}
        self.param_groups = []
        for group in groups:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        params = param_group['params']
        params = [params] if isinstance(params, torch.Tensor) else list(params)
        self.param_groups.append({**self.defaults, **param_group, 'params': params})

    def zero_grad(self, set_to_none=True):
        pass

    def step(self, closure=None):
        """No parameter has a gradient, so that none moves."""
        return None if closure is None else closure()

    def state_dict(self):
        groups, count = [], 0
        for group in self.param_groups:
            packed = {key: value for key, value in group.items() if key != 'params'}
            packed['params'] = list(range(count, count + len(group['params'])))
            count += len(group['params'])
            groups.append(packed)
        return {'state': {}, 'param_groups': groups}

    def __repr__(self):
        text = type(self).__name__ + ' ('
        for number, group in enumerate(self.param_groups):
            text += f'\nParameter Group {number}\n'
            for key in sorted(group):
                if key != 'params':
                    text += f'    {key}: {group[key]}\n'
        return text + ')'


def _positive(name, value):
    if not 0.0 <= value:
        raise ValueError(f"Invalid {name}: {value}")


class SGD(Optimizer):
    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *,
                 maximize=False, foreach=None, differentiable=False, fused=None):
        _positive('learning rate', lr)
        _positive('momentum value', momentum)
        super().__init__(params, {'lr': lr, 'momentum': momentum, 'dampening': dampening,
                                  'weight_decay': weight_decay, 'nesterov': nesterov,
                                  'maximize': maximize, 'foreach': foreach,
                                  'differentiable': differentiable, 'fused': fused})


class Adam(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False,
                 *, foreach=None, maximize=False, capturable=False, differentiable=False,
                 fused=None):
        _positive('learning rate', lr)
        _positive('epsilon value', eps)
        super().__init__(params, {'lr': lr, 'betas': betas, 'eps': eps,
                                  'weight_decay': weight_decay, 'amsgrad': amsgrad,
                                  'maximize': maximize, 'foreach': foreach,
                                  'capturable': capturable, 'differentiable': differentiable,
                                  'fused': fused})


class AdamW(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2,
                 amsgrad=False, *, maximize=False, foreach=None, capturable=False,
                 differentiable=False, fused=None):
        _positive('learning rate', lr)
        _positive('epsilon value', eps)
        super().__init__(params, {'lr': lr, 'betas': betas, 'eps': eps,
                                  'weight_decay': weight_decay, 'amsgrad': amsgrad,
                                  'foreach': foreach, 'maximize': maximize,
                                  'capturable': capturable, 'differentiable': differentiable,
                                  'fused': fused})


class Adagrad(Optimizer):
    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0,
                 eps=1e-10, foreach=None, *, maximize=False, differentiable=False, fused=None):
        _positive('learning rate', lr)
        super().__init__(params, {'lr': lr, 'lr_decay': lr_decay, 'eps': eps,
                                  'weight_decay': weight_decay,
                                  'initial_accumulator_value': initial_accumulator_value,
                                  'foreach': foreach, 'maximize': maximize,
                                  'differentiable': differentiable, 'fused': fused})


class RMSprop(Optimizer):
    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0,
                 centered=False, capturable=False, foreach=None, maximize=False,
                 differentiable=False):
        _positive('learning rate', lr)
        super().__init__(params, {'lr': lr, 'momentum': momentum, 'alpha': alpha, 'eps': eps,
                                  'centered': centered, 'weight_decay': weight_decay,
                                  'capturable': capturable, 'foreach': foreach,
                                  'maximize': maximize, 'differentiable': differentiable})
