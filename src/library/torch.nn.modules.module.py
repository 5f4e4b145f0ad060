"""Module: what all networks and their parts have in common.

Parameters, buffers and modules that are assigned to an attribute are kept in dictionaries of their
own, so that they can be listed, saved and moved together.
"""
from collections import OrderedDict

import torch
from torch._complex import Complex
from torch.nn.parameter import Buffer, Parameter, is_lazy
from torch.utils.hooks import add_hook


class _IncompatibleKeys:
    """What load_state_dict(strict=False) could not match."""

    def __init__(self, missing_keys, unexpected_keys):
        self.missing_keys = missing_keys
        self.unexpected_keys = unexpected_keys

    def __iter__(self):
        return iter((self.missing_keys, self.unexpected_keys))

    def __getitem__(self, index):
        return (self.missing_keys, self.unexpected_keys)[index]

    def __len__(self):
        return 2

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return '<All keys matched successfully>'
        return (f'_IncompatibleKeys(missing_keys={self.missing_keys!r}, '
                f'unexpected_keys={self.unexpected_keys!r})')


def _addindent(text, count):
    first, *others = text.split('\n')
    return '\n'.join([first] + [count * ' ' + line for line in others])


def _check_name(kind, name):
    if not isinstance(name, str):
        raise TypeError(f"{kind} name should be a string. Got {torch.typename(name)}")
    if '.' in name:
        got = f", got: {name}" if kind == "module" else ""
        raise KeyError(f'{kind} name can\'t contain "."{got}')
    if name == '':
        raise KeyError(f'{kind} name can\'t be empty string ""')


class Module:
    _version = 1
    dump_patches = call_super_init = False

    # Hooks of a kind are kept from the first one on.
    _forward_hooks_with_kwargs = _forward_hooks_always_called = _forward_pre_hooks_with_kwargs = {}
    _state_dict_hooks = _state_dict_pre_hooks = _backward_hooks = _backward_pre_hooks = {}
    _load_state_dict_pre_hooks = _load_state_dict_post_hooks = {}

    def __init__(self, *args, **kwargs):
        if args or kwargs:
            self._refuse_arguments(args, kwargs)
        super().__setattr__('training', True)
        super().__setattr__('_parameters', OrderedDict())
        super().__setattr__('_buffers', OrderedDict())
        super().__setattr__('_non_persistent_buffers_set', set())
        super().__setattr__('_forward_hooks', OrderedDict())
        super().__setattr__('_forward_pre_hooks', OrderedDict())
        super().__setattr__('_modules', OrderedDict())

    def _refuse_arguments(self, args, kwargs):
        if args:
            takes = len(args) + 1
            raise TypeError(f"Module.__init__() takes 1 positional argument but {takes} were given")
        name = list(kwargs)[0]
        raise TypeError(f"Module.__init__() got an unexpected keyword argument '{name}'")

    def forward(self, *input):
        name = type(self).__name__
        raise NotImplementedError(f'Module [{name}] is missing the required "forward" function')

    def __call__(self, *args, **kwargs):
        if not (self._forward_hooks or self._forward_pre_hooks or self._backward_hooks or
                self._backward_pre_hooks):
            return self.forward(*args, **kwargs)
        return self._call_with_hooks(args, kwargs)

    def _call_with_hooks(self, args, kwargs):
        called, result = set(), None
        try:
            args, kwargs = self._before_forward(args, kwargs)
            followed = None
            if self._backward_hooks or self._backward_pre_hooks:
                from torch.nn.modules._backward_hooks import Followed
                followed = Followed(self)
                args = followed.inputs(args)
            result = self.forward(*args, **kwargs)
            result = result if followed is None else followed.outputs(result)
            for number in list(self._forward_hooks):
                called.add(number)
                result = self._after_forward(number, args, kwargs, result)
            return result
        except Exception:
            for number in self._forward_hooks_always_called:
                if number not in called:
                    result = self._after_forward(number, args, kwargs, result)
            raise

    def _before_forward(self, args, kwargs):
        for number, hook in list(self._forward_pre_hooks.items()):
            if number in self._forward_pre_hooks_with_kwargs:
                changed = hook(self, args, kwargs)
                if changed is not None:
                    if not isinstance(changed, tuple) or len(changed) != 2:
                        raise RuntimeError("forward pre-hook must return None or a tuple of "
                                           f"(new_args, new_kwargs), but got {changed}.")
                    args, kwargs = changed
            else:
                changed = hook(self, args)
                if changed is not None:
                    args = changed if isinstance(changed, tuple) else (changed,)
        return args, kwargs

    def _after_forward(self, number, args, kwargs, result):
        hook = self._forward_hooks[number]
        if number in self._forward_hooks_with_kwargs:
            changed = hook(self, args, kwargs, result)
        else:
            changed = hook(self, args, result)
        return result if changed is None else changed

    # ---- attributes --------------------------------------------------------------------------

    def __getattr__(self, name):
        own = self.__dict__
        for kind in ('_parameters', '_buffers', '_modules'):
            if kind in own and name in own[kind]:
                return own[kind][name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        own = self.__dict__
        parameters = own.get('_parameters')
        if isinstance(value, Parameter):
            if parameters is None:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            self._forget(name, (own, self._buffers, self._modules))
            self.register_parameter(name, value)
        elif parameters is not None and name in parameters:
            if value is not None:
                raise TypeError(f"cannot assign '{torch.typename(value)}' as parameter '{name}' "
                                "(torch.nn.Parameter or None expected)")
            self.register_parameter(name, value)
        else:
            self._set_module_or_buffer(name, value)

    def _set_module_or_buffer(self, name, value):
        own = self.__dict__
        modules, buffers = own.get('_modules'), own.get('_buffers')
        if isinstance(value, Module):
            if modules is None:
                raise AttributeError("cannot assign module before Module.__init__() call")
            self._forget(name, (own, self._parameters, self._buffers))
            modules[name] = value
        elif modules is not None and name in modules:
            if value is not None:
                raise TypeError(f"cannot assign '{torch.typename(value)}' as child module '{name}' "
                                "(torch.nn.Module or None expected)")
            modules[name] = value
        elif buffers is not None and name in buffers:
            if value is not None and not isinstance(value, torch.Tensor):
                raise TypeError(f"cannot assign '{torch.typename(value)}' as buffer '{name}' "
                                "(torch.Tensor or None expected)")
            buffers[name] = value
        elif buffers is not None and isinstance(value, Buffer):
            self._forget(name, (own, self._parameters, modules))
            self.register_buffer(name, value, value.persistent)
        else:
            super().__setattr__(name, value)

    def _forget(self, name, places):
        for place in places:
            if name in place:
                del place[name]
        self._non_persistent_buffers_set.discard(name)

    def __delattr__(self, name):
        places = (self._parameters, self._buffers, self._modules)
        if any(name in place for place in places):
            self._forget(name, places)
        else:
            super().__delattr__(name)

    def __dir__(self):
        names = list(dir(type(self))) + list(self.__dict__) + list(self._parameters)
        names += list(self._modules) + list(self._buffers)
        return sorted(name for name in set(names) if not name[0].isdigit())

    # ---- registering -------------------------------------------------------------------------

    def _check_new(self, kind, name, place):
        """Before a parameter or a buffer of that name is put in its place."""
        if place not in self.__dict__:
            raise AttributeError(f"cannot assign {kind} before Module.__init__() call")
        _check_name(kind, name)
        if hasattr(self, name) and name not in self.__dict__[place]:
            raise KeyError(f"attribute '{name}' already exists")

    def register_buffer(self, name, tensor, persistent=True):
        self._check_new("buffer", name, '_buffers')
        if tensor is not None and not isinstance(tensor, (torch.Tensor, Complex)):
            raise TypeError(f"cannot assign '{torch.typename(tensor)}' object to buffer '{name}' "
                            "(torch Tensor or None required)")
        self._buffers[name] = tensor
        fleeting = self._non_persistent_buffers_set
        (fleeting.discard if persistent else fleeting.add)(name)

    def register_parameter(self, name, param):
        self._check_new("parameter", name, '_parameters')
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(f"cannot assign '{torch.typename(param)}' object to parameter '{name}' "
                            "(torch.nn.Parameter or None required)")
        self._parameters[name] = param

    def add_module(self, name, module):
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{torch.typename(module)} is not a Module subclass")
        if isinstance(name, str) and hasattr(self, name) and name not in self._modules:
            raise KeyError(f"attribute '{name}' already exists")
        _check_name("module", name)
        self._modules[name] = module

    def register_module(self, name, module):
        self.add_module(name, module)

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        return self._add_hook('_forward_pre_hooks', hook, prepend, with_kwargs=with_kwargs)

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        return self._add_hook('_forward_hooks', hook, prepend, with_kwargs=with_kwargs,
                              always_called=always_call)

    def register_state_dict_pre_hook(self, hook):
        return self._add_hook('_state_dict_pre_hooks', hook)

    def register_state_dict_post_hook(self, hook):
        hook._from_public_api = True
        return self._add_hook('_state_dict_hooks', hook)

    def _register_state_dict_hook(self, hook):
        if getattr(hook, '_from_public_api', False):
            raise RuntimeError("Cannot register the same function as the state dict post hook that "
                               "was previously registered via register_state_dict_post_hook")
        return self._add_hook('_state_dict_hooks', hook)

    def register_load_state_dict_pre_hook(self, hook):
        return self._register_load_state_dict_pre_hook(hook, True)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        called = (lambda *given: hook(self, *given)) if with_module else hook
        return self._add_hook('_load_state_dict_pre_hooks', called)

    def register_load_state_dict_post_hook(self, hook):
        return self._add_hook('_load_state_dict_post_hooks', hook)

    def _add_hook(self, kind, hook, prepend=False, **marks):
        own = self.__dict__
        marked = [own.setdefault(f'{kind}_{mark}', OrderedDict())
                  for mark, wanted in marks.items() if wanted]
        hooks = own.setdefault(kind, OrderedDict())
        return add_hook(hooks, hook, prepend, marked)

    def register_full_backward_hook(self, hook, prepend=False):
        """`hook(module, grad_input, grad_output)` is called once the gradients of the inputs are there."""
        return self._add_hook('_backward_hooks', hook, prepend)

    def register_full_backward_pre_hook(self, hook, prepend=False):
        return self._add_hook('_backward_pre_hooks', hook, prepend)

    def register_backward_hook(self, hook):
        return self.register_full_backward_hook(hook)

    # ---- listing -----------------------------------------------------------------------------

    def get_submodule(self, target):
        module = self
        for item in target.split('.') if target else []:
            if not hasattr(module, item):
                raise AttributeError(f"{module._get_name()} has no attribute `{item}`")
            module = getattr(module, item)
            if not isinstance(module, Module):
                raise AttributeError(f"`{item}` is not an nn.Module")
        return module

    def set_submodule(self, target, module):
        if target == '':
            raise ValueError("Cannot set the submodule without a target name!")
        path, _, name = target.rpartition('.')
        setattr(self.get_submodule(path), name, module)

    def compile(self, *args, **kwargs):
        """The module runs as it is."""
        torch.compile(self, *args, **kwargs)

    def get_parameter(self, target):
        path, _, name = target.rpartition('.')
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
        found = getattr(module, name)
        if not isinstance(found, Parameter):
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return found

    def get_buffer(self, target):
        path, _, name = target.rpartition('.')
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return module._buffers[name]

    def _named_members(self, kind, prefix, recurse, remove_duplicate=True):
        seen = set()
        modules = self._named_modules(prefix, None, remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in getattr(module, kind).items():
                if member is None or remove_duplicate and member in seen:
                    continue
                seen.add(member)
                yield (path + '.' + name if path else name), member

    def parameters(self, recurse=True):
        return (member for _, member in self._named_members('_parameters', '', recurse))

    def named_parameters(self, prefix='', recurse=True, remove_duplicate=True):
        return self._named_members('_parameters', prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        return (member for _, member in self._named_members('_buffers', '', recurse))

    def named_buffers(self, prefix='', recurse=True, remove_duplicate=True):
        return self._named_members('_buffers', prefix, recurse, remove_duplicate)

    def _named_children(self):
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def named_children(self):
        return self._named_children()

    def children(self):
        return (module for _, module in self._named_children())

    def _named_modules(self, prefix='', seen=None, remove_duplicate=True):
        seen = set() if seen is None else seen
        if self in seen:
            return
        if remove_duplicate:
            seen.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is None:
                continue
            path = prefix + ('.' if prefix else '') + name
            for found in module._named_modules(path, seen, remove_duplicate):
                yield found

    def named_modules(self, memo=None, prefix='', remove_duplicate=True):
        return self._named_modules(prefix, memo, remove_duplicate)

    def modules(self):
        return (module for _, module in self._named_modules())

    # ---- saving and loading --------------------------------------------------------------------

    def state_dict(self, *args, destination=None, prefix='', keep_vars=False):
        if destination is None:
            destination = args[0] if args else OrderedDict()
        if len(args) > 1 and prefix == '':
            prefix = args[1]
        for hook in self._state_dict_pre_hooks.values():
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, child in self._modules.items():
            if child is not None:
                child.state_dict(destination=destination, prefix=f'{prefix}{name}.',
                                 keep_vars=keep_vars)
        for hook in self._state_dict_hooks.values():
            changed = hook(self, destination, prefix, {'version': self._version})
            if changed is not None:
                if getattr(hook, '_from_public_api', False):
                    raise RuntimeError("state_dict post-hook must return None")
                destination = changed
        return destination

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        for name, tensor in self._local_state().items():
            destination[prefix + name] = tensor if keep_vars else tensor.detach()
        if type(self).get_extra_state is not Module.get_extra_state:
            destination[prefix + '_extra_state'] = self.get_extra_state()

    def get_extra_state(self):
        raise RuntimeError("Reached a code path in Module.get_extra_state() that should never be "
                           "called. Please file an issue at https://github.com/pytorch/pytorch/issues/"
                           "new?template=bug-report.yml to report this bug.")

    def set_extra_state(self, state):
        raise RuntimeError("Reached a code path in Module.set_extra_state() that should never be "
                           "called. Please file an issue at https://github.com/pytorch/pytorch/issues/"
                           "new?template=bug-report.yml to report this bug.")

    def _local_state(self):
        """The tensors that are saved, by name."""
        state = {name: value for name, value in self._parameters.items() if value is not None}
        for name, value in self._buffers.items():
            if value is not None and name not in self._non_persistent_buffers_set:
                state[name] = value
        return state

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys,
                              unexpected_keys, error_msgs):
        for hook in self._load_state_dict_pre_hooks.values():
            hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                 error_msgs)
        state, assign = self._local_state(), local_metadata.get('assign_to_params_buffers', False)
        for name, target in state.items():
            key = prefix + name
            if key in state_dict:
                self._load_one(name, key, target, state_dict[key], error_msgs, assign)
            elif strict:
                missing_keys.append(key)
        extra = prefix + '_extra_state'
        known = type(self).set_extra_state is not Module.set_extra_state
        if known and extra in state_dict:
            self.set_extra_state(state_dict[extra])
        elif known and strict:
            missing_keys.append(extra)
        for key in state_dict if strict else []:
            first, *rest = key[len(prefix):].split('.', 1)
            there = self._modules if rest else state
            if key.startswith(prefix) and first not in there and not (known and key == extra):
                unexpected_keys.append(key)

    def _load_one(self, name, key, target, value, error_msgs, assign):
        if is_lazy(target) and is_lazy(value):
            return
        if not isinstance(value, torch.Tensor):
            error_msgs.append(f'While copying the parameter named "{key}", expected torch.Tensor or '
                              f'Tensor-like object from checkpoint but received {type(value)}')
            return
        if len(target.shape) == 0 and len(value.shape) == 1:
            value = value[0]
        if value.shape != target.shape:
            error_msgs.append(f'size mismatch for {key}: copying a param with shape {value.shape} '
                              f'from checkpoint, the shape in current model is {target.shape}.')
        elif assign:
            self._assign(name, target, value)
        else:
            with torch.no_grad():
                target.copy_(value)

    def _assign(self, name, target, value):
        """The tensor itself, in place of a copy of its numbers."""
        if isinstance(target, Parameter):
            value = value if isinstance(value, Parameter) else Parameter(value, target.requires_grad)
            value.requires_grad_(target.requires_grad)
        setattr(self, name, value)

    def _load(self, state_dict, prefix, metadata, missing_keys, unexpected_keys, error_msgs):
        self._load_from_state_dict(state_dict, prefix, metadata, True, missing_keys, unexpected_keys,
                                   error_msgs)
        for name, child in self._modules.items():
            if child is None:
                continue
            path = prefix + name + '.'
            part = {key: value for key, value in state_dict.items() if key.startswith(path)}
            child._load(part, path, metadata, missing_keys, unexpected_keys, error_msgs)
        for hook in self._load_state_dict_post_hooks.values():
            assert hook(self, _IncompatibleKeys(missing_keys, unexpected_keys)) is None, \
                ("Hooks registered with ``register_load_state_dict_post_hook`` are notexpected to "
                 "return new values, if incompatible_keys need to be modified,it should be done "
                 "inplace.")

    def load_state_dict(self, state_dict, strict=True, assign=False):
        if not isinstance(state_dict, dict):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        missing, unexpected, errors = [], [], []
        metadata = {'assign_to_params_buffers': True} if assign else {}
        self._load(dict(state_dict), '', metadata, missing, unexpected, errors)
        if strict and missing:
            keys = ', '.join(f'"{key}"' for key in missing)
            errors.insert(0, f'Missing key(s) in state_dict: {keys}. ')
        if strict and unexpected:
            keys = ', '.join(f'"{key}"' for key in unexpected)
            errors.insert(1 if missing else 0, f'Unexpected key(s) in state_dict: {keys}. ')
        if errors:
            text = "\n\t".join(errors)
            raise RuntimeError(f'Error(s) in loading state_dict for {self._get_name()}:\n\t{text}')
        return _IncompatibleKeys(missing, unexpected)

    # ---- all at once ---------------------------------------------------------------------------

    def apply(self, fn):
        for module in self._modules.values():
            if module is not None:
                module.apply(fn)
        fn(self)
        return self

    def _apply(self, fn, recurse=True):
        for module in self._modules.values() if recurse else []:
            if module is not None:
                module._apply(fn)
        for name, parameter in self._parameters.items():
            if parameter is not None:
                with torch.no_grad():
                    self._move(parameter, fn(parameter))
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def _move(self, parameter, moved):
        if is_lazy(parameter):
            parameter.__dict__.update(moved.__dict__)
        elif moved is not parameter:
            parameter.data = moved

    def float(self):
        return self._apply(lambda t: t.float() if t.is_floating_point() else t)

    def double(self):
        return self._apply(lambda t: t.double() if t.is_floating_point() else t)

    def half(self):
        return self._apply(lambda t: t.half() if t.is_floating_point() else t)

    def bfloat16(self):
        return self._apply(lambda t: t.bfloat16() if t.is_floating_point() else t)

    def type(self, dst_type):
        return self._apply(lambda t: t.type(dst_type))

    def to_empty(self, *, device, recurse=True):
        return self._apply(lambda t: torch.empty_like(t, device=device), recurse)

    def cpu(self):
        return self

    def xpu(self, device=None):
        raise AssertionError("Torch not compiled with XPU enabled")

    def cuda(self, device=None):
        raise AssertionError("Torch not compiled with CUDA enabled")

    def to(self, *args, **kwargs):
        dtype = kwargs.get('dtype')
        for given in args:
            if isinstance(given, torch.Tensor):
                dtype = given.dtype
            elif isinstance(given, torch.dtype):
                dtype = given
            else:
                self._check_device(given)
        self._check_device(kwargs.get('device'))
        if dtype is None:
            return self
        if not dtype.is_floating_point:
            raise TypeError("nn.Module.to only accepts floating point or complex dtypes, but got "
                            f"desired dtype={dtype}")
        return self._apply(lambda t: t.to(dtype) if t.is_floating_point() else t)

    def _check_device(self, device):
        if device is not None and not isinstance(device, bool):
            torch.empty(0, device=device)

    def train(self, mode=True):
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self._modules.values():
            if module is not None:
                module.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        for parameter in self.parameters():
            if parameter.grad is None:
                continue
            if set_to_none:
                parameter.grad = None
            elif parameter.grad.grad_fn is None:
                parameter.grad.requires_grad_(False).zero_()
            else:
                parameter.grad.detach_().zero_()

    def share_memory(self):
        return self

    # ---- printing --------------------------------------------------------------------------------

    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        return ''

    def __repr__(self):
        extra = self.extra_repr()
        lines = extra.split('\n') if extra else []
        if len(lines) == 1 and not self._modules:
            return f'{self._get_name()}({extra})'
        for name, module in self._modules.items():
            lines.append(f'({name}): ' + _addindent(repr(module), 2))
        if not lines:
            return self._get_name() + '()'
        return self._get_name() + '(\n  ' + '\n  '.join(lines) + '\n)'
