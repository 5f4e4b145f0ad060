"""torch.optim: optimizers. Each step is written as in PyTorch, operation by operation, since sums
depend on their order."""
from collections import defaultdict

import torch

from torch.optim import lr_scheduler


_INTERCHANGEABLE = ('SGD', 'Adam', 'AdamW', 'RMSprop', 'Adagrad')


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
        self._note_settings()
        self.state = defaultdict(dict)
        self.param_groups = []
        for group in groups:
            self.add_param_group(group)

    def _note_settings(self):
        """What else the program might have chosen."""
        rate, own = self.defaults.get('lr'), type(self).__name__
        if isinstance(rate, (int, float)) and rate > 0:
            torch._C._setting('learning rate', 'lr', [f'{rate * 10:g}', f'{rate * 3:g}',
                                                      f'{rate / 3:.3g}', f'{rate / 10:g}'])
        if own in _INTERCHANGEABLE:
            torch._C._setting('optimizer', None, [name for name in _INTERCHANGEABLE if name != own])

    def add_param_group(self, param_group):
        params = param_group['params']
        params = [params] if isinstance(params, torch.Tensor) else list(params)
        known = [id(each) for group in self.param_groups for each in group['params']]
        for param in params:
            if not isinstance(param, torch.Tensor):
                raise TypeError("optimizer can only optimize Tensors, but one of the params is "
                                + torch.typename(param))
            if not param.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor")
            if id(param) in known:
                raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append({'params': params, **{key: value for key, value in
                                                       {**self.defaults, **param_group}.items()
                                                       if key != 'params'}})

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for param in group['params']:
                if param.grad is None:
                    continue
                if set_to_none:
                    param.grad = None
                else:
                    param.grad = param.grad.detach()
                    param.grad.zero_()

    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        with torch.no_grad():
            for group in self.param_groups:
                for param in group['params']:
                    if param.grad is not None:
                        gradient = -param.grad if group.get('maximize') else param.grad
                        self._move(param, gradient, self.state[param], group)
        return loss

    def _move(self, param, gradient, state, group):
        raise NotImplementedError("an optimizer of one's own defines step()")

    def _numbered(self):
        """Each parameter and its number."""
        params = [param for group in self.param_groups for param in group['params']]
        return list(enumerate(params))

    def state_dict(self):
        groups, count = [], 0
        for group in self.param_groups:
            packed = {key: value for key, value in group.items() if key != 'params'}
            packed['params'] = list(range(count, count + len(group['params'])))
            count += len(group['params'])
            groups.append(packed)
        numbers = {param: number for number, param in self._numbered()}
        return {'state': {numbers.get(key, key): value for key, value in self.state.items()},
                'param_groups': groups}

    def load_state_dict(self, state_dict):
        import copy
        state_dict = copy.deepcopy(state_dict)
        saved = state_dict['param_groups']
        if len(saved) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        for group, other in zip(self.param_groups, saved):
            if len(group['params']) != len(other['params']):
                raise ValueError("loaded state dict contains a parameter group that doesn't match the "
                                 "size of optimizer's group")
            params = group['params']
            group.clear()
            group.update({'params': params})
            group.update({key: value for key, value in other.items() if key != 'params'})
        params = dict(self._numbered())
        self.state = defaultdict(dict)
        for number, value in state_dict['state'].items():
            self.state[params.get(number, number)] = value

    def __repr__(self):
        text = type(self).__name__ + ' ('
        for number, group in enumerate(self.param_groups):
            text += f'\nParameter Group {number}\n'
            for key in sorted(group):
                if key != 'params':
                    text += f'    {key}: {group[key]}\n'
        return text + ')'


def _decayed(param, gradient, group):
    """With what pulls the weights towards zero."""
    decay = group['weight_decay']
    return gradient.add(param, alpha=decay) if decay != 0 else gradient


def _zeros(param):
    return torch.zeros_like(param)


def _move_by_moments(param, gradient, state, group):
    """Adam: the mean of the gradients, over the root of that of their squares."""
    if not state:
        state['step'] = torch.tensor(0.0)
        state['exp_avg'], state['exp_avg_sq'] = _zeros(param), _zeros(param)
        if group['amsgrad']:
            state['max_exp_avg_sq'] = _zeros(param)
    beta1, beta2 = group['betas']
    state['step'] += 1
    mean, square = state['exp_avg'], state['exp_avg_sq']
    mean.lerp_(gradient, 1 - beta1)
    square.mul_(beta2).addcmul_(gradient, gradient, value=1 - beta2)
    step = state['step'].item()
    rate = group['lr'] / (1 - beta1 ** step)
    correction = (1 - beta2 ** step) ** 0.5
    if group['amsgrad']:
        state['max_exp_avg_sq'].copy_(torch.maximum(state['max_exp_avg_sq'], square))
        square = state['max_exp_avg_sq']
    param.addcdiv_(mean, (square.sqrt() / correction).add_(group['eps']), value=-rate)


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

    def _move(self, param, gradient, state, group):
        gradient, momentum = _decayed(param, gradient, group), group['momentum']
        if momentum != 0:
            if state.get('momentum_buffer') is None:
                state['momentum_buffer'] = gradient.clone().detach()
            else:
                state['momentum_buffer'].mul_(momentum).add_(gradient, alpha=1 - group['dampening'])
            buffer = state['momentum_buffer']
            gradient = gradient.add(buffer, alpha=momentum) if group['nesterov'] else buffer
        param.add_(gradient, alpha=-group['lr'])


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

    def _move(self, param, gradient, state, group):
        _move_by_moments(param, _decayed(param, gradient, group), state, group)


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

    def _move(self, param, gradient, state, group):
        param.mul_(1 - group['lr'] * group['weight_decay'])
        _move_by_moments(param, gradient, state, group)


class Adagrad(Optimizer):
    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0,
                 eps=1e-10, foreach=None, *, maximize=False, differentiable=False, fused=None):
        _positive('learning rate', lr)
        super().__init__(params, {'lr': lr, 'lr_decay': lr_decay, 'eps': eps,
                                  'weight_decay': weight_decay,
                                  'initial_accumulator_value': initial_accumulator_value,
                                  'foreach': foreach, 'maximize': maximize,
                                  'differentiable': differentiable, 'fused': fused})
        for group in self.param_groups:
            for param in group['params']:
                self.state[param] = {'step': torch.tensor(0.0),
                                     'sum': torch.full_like(param, initial_accumulator_value)}

    def _move(self, param, gradient, state, group):
        state['step'] += 1
        gradient = _decayed(param, gradient, group)
        rate = group['lr'] / (1 + (state['step'].item() - 1) * group['lr_decay'])
        state['sum'].addcmul_(gradient, gradient, value=1)
        param.addcdiv_(gradient, state['sum'].sqrt().add_(group['eps']), value=-rate)


class RMSprop(Optimizer):
    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0,
                 centered=False, capturable=False, foreach=None, maximize=False,
                 differentiable=False):
        _positive('learning rate', lr)
        super().__init__(params, {'lr': lr, 'momentum': momentum, 'alpha': alpha, 'eps': eps,
                                  'centered': centered, 'weight_decay': weight_decay,
                                  'capturable': capturable, 'foreach': foreach,
                                  'maximize': maximize, 'differentiable': differentiable})

    def _move(self, param, gradient, state, group):
        if not state:
            state['step'], state['square_avg'] = torch.tensor(0.0), _zeros(param)
            if group['momentum'] > 0:
                state['momentum_buffer'] = _zeros(param)
            if group['centered']:
                state['grad_avg'] = _zeros(param)
        state['step'] += 1
        gradient, square = _decayed(param, gradient, group), state['square_avg']
        square.mul_(group['alpha']).addcmul_(gradient, gradient, value=1 - group['alpha'])
        if group['centered']:
            mean = state['grad_avg']
            mean.lerp_(gradient, 1 - group['alpha'])
            root = square.addcmul(mean, mean, value=-1).sqrt_()
        else:
            root = square.sqrt()
        root = root.add_(group['eps'])
        if group['momentum'] > 0:
            state['momentum_buffer'].mul_(group['momentum']).addcdiv_(gradient, root)
            param.add_(state['momentum_buffer'], alpha=-group['lr'])
        else:
            param.addcdiv_(gradient, root, value=-group['lr'])
