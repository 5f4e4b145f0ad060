"""torch.optim.optimizer: what all optimizers have in common: parameters in groups, and what is kept
for each of them from step to step."""
import warnings
from collections import OrderedDict, defaultdict
from copy import deepcopy

import torch
from torch.utils.hooks import add_hook

required = object()
_HOOKS = ('_optimizer_step_pre_hooks', '_optimizer_step_post_hooks',
          '_optimizer_state_dict_pre_hooks', '_optimizer_state_dict_post_hooks',
          '_optimizer_load_state_dict_pre_hooks', '_optimizer_load_state_dict_post_hooks')
_INTERCHANGEABLE = ('SGD', 'Adam', 'AdamW', 'RMSprop', 'Adagrad')


class Optimizer:
    _is_differentiable = False  # can gradients go through its steps?

    def __init__(self, params, defaults):
        self.defaults = defaults
        for kind in _HOOKS:
            setattr(self, kind, OrderedDict())
        if isinstance(params, torch.Tensor):
            raise TypeError("params argument given to the optimizer should be an iterable of "
                            "Tensors or dicts, but got " + torch.typename(params))
        self.state = defaultdict(dict)
        self.param_groups = []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        for group in groups if isinstance(groups[0], dict) else [{'params': groups}]:
            self.add_param_group(group)
        self._note_settings()

    def _note_settings(self):
        """What else the program might have chosen."""
        rate, own = self.defaults.get('lr'), type(self).__name__
        if isinstance(rate, (int, float)) and rate > 0:
            torch._C._setting('learning rate', 'lr', 1, rate,
                              [f'{rate * 10:g}', f'{rate * 3:g}', f'{rate / 3:.3g}', f'{rate / 10:g}'])
        if own in _INTERCHANGEABLE:
            torch._C._setting('optimizer', None, None, None,
                              [name for name in _INTERCHANGEABLE if name != own])

    def step(self, closure=None):
        """Moves each parameter by itself, as _move() of its own kind of optimizer does."""
        if not hasattr(self, '_move'):
            raise NotImplementedError
        if self.defaults['differentiable'] and not self._is_differentiable:
            raise NotImplementedError(f"{type(self).__name__}(differentiable=True) is not there in qkv; "
                                      "SGD(differentiable=True) is")
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        with torch.set_grad_enabled(self.defaults['differentiable']):
            for group in self.param_groups:
                if group.get('capturable'):
                    raise AssertionError("If capturable=True, params and state_steps must be on "
                                         f"supported devices: {_DEVICES}.")
                for param in group['params']:
                    grad = param.grad
                    if grad is not None:
                        self._move(param, -grad if group['maximize'] else grad, group)
        return loss

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for param in group['params']:
                if param.grad is None:
                    continue
                if set_to_none:
                    param.grad = None
                else:
                    param.grad.detach_()
                    param.grad.zero_()

    # ---- groups ----------------------------------------------------------------------------------

    def add_param_group(self, param_group):
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        self._set_params(param_group)
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError("parameter group didn't specify a value of required optimization "
                                 f"parameter {name}")
            param_group.setdefault(name, default)
        numbers = [id(each) for each in param_group['params']]
        if len(numbers) != len(set(numbers)):
            warnings.warn("optimizer contains a parameter group with duplicate parameters; in future, "
                          "this will cause an error; see github.com/pytorch/pytorch/issues/40967 for "
                          "more information", stacklevel=3)
        named = 'param_names' in param_group
        for group in self.param_groups:
            if named != ('param_names' in group):
                raise ValueError("all optimizer param groups should be with/without names. cannot add "
                                 f"param group {'with' if named else 'without'} names to the optimizer")
            if not set(numbers).isdisjoint([id(each) for each in group['params']]):
                raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    def _set_params(self, group):
        """A list of tensors, and their names, if they came with them."""
        params = group['params']
        if isinstance(params, set):
            raise TypeError("optimizer parameters need to be organized in ordered collections, but "
                            "the ordering of tensors in sets will change between runs. Please use a "
                            "list instead.")
        params = [params] if isinstance(params, torch.Tensor) else list(params)
        names = [each[0] for each in params if isinstance(each, tuple)]
        if names and len(names) != len(params):
            raise ValueError("all optimizer params should be with/without names. Some param names are "
                             "missing")
        group['params'] = [each[1] for each in params] if names else params
        if names:
            group['param_names'] = names
        for param in group['params']:
            if not isinstance(param, torch.Tensor):
                raise TypeError("optimizer can only optimize Tensors, but one of the params is "
                                + torch.typename(param))
            if not (self.defaults.get('differentiable') or param.is_leaf or param.retains_grad):
                raise ValueError("can't optimize a non-leaf Tensor")

    # ---- what is kept ----------------------------------------------------------------------------

    def state_dict(self):
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        numbers, groups = {}, []
        for group in self.param_groups:
            for param in group['params']:
                numbers.setdefault(id(param), len(numbers))
            packed = {key: value for key, value in group.items() if key != 'params'}
            packed['params'] = [numbers[id(param)] for param in group['params']]
            groups.append(packed)
        state = {numbers[id(key)] if isinstance(key, torch.Tensor) else key: value
                 for key, value in self.state.items()}
        found = {'state': state, 'param_groups': groups}
        for hook in self._optimizer_state_dict_post_hooks.values():
            found = _unless_none(hook(self, found), found)
        return found

    def load_state_dict(self, state_dict):
        state_dict = state_dict.copy()
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            state_dict = _unless_none(hook(self, state_dict), state_dict)
        saved = deepcopy(state_dict['param_groups'])
        if len(saved) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        params = {}
        for group, other in zip(self.param_groups, saved):
            if len(group['params']) != len(other['params']):
                raise ValueError("loaded state dict contains a parameter group that doesn't match the "
                                 "size of optimizer's group")
            params.update(zip(other['params'], group['params']))
            other['params'] = group['params']
            for key in ('param_names', *self.defaults):
                if key in group:
                    other.setdefault(key, group[key])
        state = defaultdict(dict)
        for number, kept in state_dict['state'].items():
            param = params.get(number)
            state[number if param is None else param] = kept if param is None else _fitted(kept, param)
        self.state, self.param_groups = state, saved
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)

    def _begin(self, param, *names, **more):
        """What is kept for a parameter: a count of its steps, and zeros for each name."""
        state = self.state[param]
        state['step'] = torch.tensor(0.0, dtype=count_dtype())
        for name, value in more.items():
            state[name] = torch.tensor(value, dtype=count_dtype())
        for name in names:
            state[name] = torch.zeros_like(param)

    def _kept(self, param, *names, **more):
        """The same, one step later."""
        state = self.state[param]
        if not state:
            self._begin(param, *names, **more)
        state['step'] += 1
        return state

    # ---- hooks -----------------------------------------------------------------------------------

    def register_step_pre_hook(self, hook):
        _heed_hooks(type(self))
        return add_hook(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook):
        _heed_hooks(type(self))
        return add_hook(self._optimizer_step_post_hooks, hook)

    def register_state_dict_pre_hook(self, hook, prepend=False):
        return add_hook(self._optimizer_state_dict_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(self, hook, prepend=False):
        return add_hook(self._optimizer_state_dict_post_hooks, hook, prepend)

    def register_load_state_dict_pre_hook(self, hook, prepend=False):
        return add_hook(self._optimizer_load_state_dict_pre_hooks, hook, prepend)

    def register_load_state_dict_post_hook(self, hook, prepend=False):
        return add_hook(self._optimizer_load_state_dict_post_hooks, hook, prepend)

    def __repr__(self):
        text = type(self).__name__ + ' ('
        for number, group in enumerate(self.param_groups):
            text += f'\nParameter Group {number}\n'
            for key in sorted(group):
                if key != 'params':
                    text += f'    {key}: {group[key]}\n'
        return text + ')'


def _unless_none(found, otherwise):
    return otherwise if found is None else found


def _fitted(kept, param, name=None):
    """What was kept for a parameter, in its dtype; but steps stay numbers as they are."""
    if isinstance(kept, torch.Tensor):
        return kept.to(param.dtype) if name != 'step' and param.is_floating_point() else kept
    if isinstance(kept, dict):
        return {key: _fitted(value, param, key) for key, value in kept.items()}
    if isinstance(kept, (list, tuple)):
        return type(kept)([_fitted(value, param) for value in kept])
    return kept


def _heed_hooks(cls):
    """From now on the steps of this class of optimizers call their hooks."""
    step = cls.step
    if hasattr(step, 'hooked'):
        return

    def hooked(self, *args, **kwargs):
        for hook in self._optimizer_step_pre_hooks.values():
            changed = hook(self, (self, *args), kwargs)
            if changed is None:
                continue
            if not isinstance(changed, tuple) or len(changed) != 2:
                raise RuntimeError(f"{step} must return None or a tuple of (new_args, new_kwargs), but "
                                   f"got {changed}.")
            (self, *args), kwargs = changed
        found = step(self, *args, **kwargs)
        for hook in self._optimizer_step_post_hooks.values():
            hook(self, (self, *args), kwargs)
        return found

    hooked.hooked = True
    cls.step = hooked


# ---- what each kind of optimizer has of its own --------------------------------------------------

_AT_LEAST_0 = {'lr': 'learning rate', 'eps': 'epsilon value'}
_DEVICES = ['cuda', 'xpu', 'hpu', 'privateuseone', 'xla']
_FREE = ('dampening', 'lambd', 't0')


def options(**given):
    """The options of an optimizer, if they may be so."""
    if isinstance(given['lr'], torch.Tensor) and given['lr'].numel() != 1:
        raise ValueError('Tensor lr must be 1-element')
    for name, value in given.items():
        is_number = isinstance(value, (int, float, torch.Tensor)) and not isinstance(value, bool)
        if is_number and name not in _FREE and not 0.0 <= value:
            raise ValueError(f"Invalid {_AT_LEAST_0.get(name, name + ' value')}: {value}")
    for place, beta in enumerate(given.get('betas', ())):
        if not 0.0 <= beta < 1.0:
            raise ValueError(f"Invalid beta parameter at index {place}: {beta}")
    if given.get('fused') and given['differentiable']:
        raise RuntimeError("`fused` does not support `differentiable`")
    if given.get('fused') and given['foreach']:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")
    return given


def count_dtype():
    return torch.float64 if torch.get_default_dtype() == torch.float64 else torch.float32


def decayed(param, grad, group):
    """The gradient with what pulls the weights towards zero."""
    decay = group['weight_decay']
    return grad.add(param, alpha=decay) if decay != 0 else grad
