"""torch.nn.utils.parametrize: a parameter that is computed from others whenever it is asked for."""
import copy
from contextlib import contextmanager

import torch
from torch.nn import Module, ModuleDict, ModuleList, Parameter

__all__ = ['cached', 'ParametrizationList', 'register_parametrization', 'is_parametrized',
           'remove_parametrizations', 'type_before_parametrizations']

_blocks, _cache = 0, {}


@contextmanager
def cached():
    """In its block each parameter is computed once."""
    global _blocks
    _blocks += 1
    try:
        yield
    finally:
        _blocks -= 1
        if not _blocks:
            _cache.clear()


def _register(module, name, tensor):
    if isinstance(tensor, Parameter):
        module.register_parameter(name, tensor)
    else:
        module.register_buffer(name, tensor)


def _check_tensor(found, what):
    if not isinstance(found, torch.Tensor):
        raise ValueError(f"{what} must return a tensor. Got {type(found).__name__}.")


class ParametrizationList(ModuleList):
    """The modules that make the parameter, one after the other, and what they make it from."""

    def __init__(self, modules, original, unsafe=False):
        if len(modules) == 0:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        with torch.no_grad():
            new = self._inverse(original)
        if not isinstance(new, (torch.Tensor, tuple, list)):
            raise ValueError("'right_inverse' must return a Tensor or a Sequence of tensors (list, "
                             f"tuple...). Got {type(new).__name__}")
        self.is_tensor = isinstance(new, torch.Tensor)
        self.ntensors = 1 if self.is_tensor else len(new)
        if self.is_tensor:
            self._keep_one(original, new)
        else:
            self._keep_several(original, new)
        if not unsafe:
            self._check(self(), dtype, shape)

    def _inverse(self, value):
        for module in reversed(self):
            if hasattr(module, 'right_inverse'):
                try:
                    value = module.right_inverse(value)
                except NotImplementedError:
                    pass
        return value

    def _keep_one(self, original, new):
        if original.dtype != new.dtype:
            raise ValueError("When `right_inverse` outputs one tensor, it may not change the dtype.\n"
                             f"original.dtype: {original.dtype}\n"
                             f"right_inverse(original).dtype: {new.dtype}")
        original.data = new
        _register(self, 'original', original)

    def _keep_several(self, original, new):
        for i, tensor in enumerate(new):
            if not isinstance(tensor, torch.Tensor):
                raise ValueError("'right_inverse' must return a Tensor or a Sequence of tensors (list, "
                                 f"tuple...). Got element {i} of the sequence with type "
                                 f"{type(tensor).__name__}.")
            if isinstance(original, Parameter):
                tensor = Parameter(tensor, original.requires_grad)
            _register(self, f'original{i}', tensor.requires_grad_(original.requires_grad))

    def _check(self, made, dtype, shape):
        _check_tensor(made, "A parametrization")
        for what, before, after in (('dtype', dtype, made.dtype), ('shape', shape, made.shape)):
            if before != after:
                raise ValueError(f"Registering a parametrization may not change the {what} of the "
                                 "tensor, unless `unsafe` flag is enabled.\n"
                                 f"unparametrized {what}: {before}\nparametrized {what}: {after}")

    def right_inverse(self, value):
        """What is assigned to the parameter goes to what it is made from."""
        with torch.no_grad():
            for module in reversed(self):
                if not hasattr(module, 'right_inverse'):
                    raise RuntimeError(f"parametrization {type(module).__name__} does not implement "
                                       "right_inverse.")
                value = module.right_inverse(value)
            for name, tensor in zip(self._names(), [value] if self.is_tensor else value):
                getattr(self, name).data = tensor

    def _names(self):
        return ['original'] if self.is_tensor else [f'original{i}' for i in range(self.ntensors)]

    def forward(self):
        found = self[0](*[getattr(self, name) for name in self._names()])
        for module in list(self)[1:]:
            found = module(found)
        return found


def _inject_new_class(module):
    """A class of the module's own, which may have properties that others of its kind have not."""

    def getstate(self):
        raise RuntimeError(
            "Serialization of parametrized modules is only supported through state_dict(). See:\n"
            "https://pytorch.org/tutorials/beginner/saving_loading_models.html"
            "#saving-loading-a-general-checkpoint-for-inference-and-or-resuming-training")

    def deepcopied(self, memo):
        replica = self.__new__(type(self))
        memo[id(self)] = replica
        replica.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return replica

    kind = type(module)
    module.__class__ = type('Parametrized' + kind.__name__, (kind,),
                            {'__module__': __name__, '__getstate__': getstate,
                             '__deepcopy__': deepcopied})


def _inject_property(module, tensor_name):
    def get(self):
        if not _blocks:
            return self.parametrizations[tensor_name]()
        key = (id(module), tensor_name)
        if key not in _cache:
            _cache[key] = self.parametrizations[tensor_name]()
        return _cache[key]

    def put(self, value):
        self.parametrizations[tensor_name].right_inverse(value)

    setattr(module.__class__, tensor_name, property(get, put))


def _check_same(tensor_name, before, after):
    _check_tensor(after, "A parametrization")
    for what in ('dtype', 'shape'):
        if getattr(before, what) != getattr(after, what):
            raise ValueError(f"Registering a parametrization may not change the {what} of the tensor, "
                             "unless the `unsafe` flag is enabled.\n"
                             f"module.{tensor_name}.{what}: {getattr(before, what)}\n"
                             f"parametrization(module.{tensor_name}).{what}: {getattr(after, what)}")


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        if not unsafe:
            before = getattr(module, tensor_name)
            _check_same(tensor_name, before, parametrization(before))
        module.parametrizations[tensor_name].append(parametrization)
        module.parametrizations[tensor_name].unsafe |= unsafe
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        original = getattr(module, tensor_name)
        parts = ParametrizationList([parametrization], original, unsafe=unsafe)
        delattr(module, tensor_name)
        if not is_parametrized(module):
            _inject_new_class(module)
            module.parametrizations = ModuleDict()
        _inject_property(module, tensor_name)
        module.parametrizations[tensor_name] = parts
    else:
        raise ValueError(f"Module '{module}' does not have a parameter, a buffer, or a parametrized "
                         f"element with name '{tensor_name}'")
    return module


def is_parametrized(module, tensor_name=None):
    parametrizations = getattr(module, 'parametrizations', None)
    if not isinstance(parametrizations, ModuleDict):
        return False
    return len(parametrizations) > 0 if tensor_name is None else tensor_name in parametrizations


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    parts = module.parametrizations[tensor_name]
    with torch.no_grad():
        made = getattr(module, tensor_name) if leave_parametrized else None
    if parts.is_tensor:
        original = parts.original
        if leave_parametrized:
            original.data = made
    elif leave_parametrized:
        learned = torch.is_grad_enabled() and parts.original0.requires_grad
        original = Parameter(made) if learned else made
    else:
        raise ValueError("Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is "
                         "parametrized in terms of a sequence of tensors.")
    delattr(module.__class__, tensor_name)
    del module.parametrizations[tensor_name]
    _register(module, tensor_name, original)
    if not is_parametrized(module):
        delattr(module, 'parametrizations')
        module.__class__ = module.__class__.__bases__[0]
    return module


def type_before_parametrizations(module):
    return module.__class__.__bases__[0] if is_parametrized(module) else type(module)
