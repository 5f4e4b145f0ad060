"""torch.jit: programs run as they are."""
import inspect

import torch


def is_scripting():
    return False


is_tracing = is_scripting


def annotate(the_type, the_value):
    return the_value


def isinstance(obj, target_type):
    import builtins
    return builtins.isinstance(obj, target_type)


def ignore(drop=False, **kwargs):
    return drop if callable(drop) else lambda function: function


def unused(function):
    return function


export = interface = script_method = unused


class ScriptModule(torch.nn.Module):
    """A module that runs as it is."""


def _check_tensors(function, parameters, given):
    """What has no annotation is a tensor for PyTorch's compiler."""
    for place, (parameter, value) in enumerate(zip(parameters, given)):
        if parameter.annotation is inspect.Parameter.empty and not torch.is_tensor(value):
            name = type(value).__name__
            raise RuntimeError(
                f"{function.__name__}() Expected a value of type 'Tensor (inferred)' for argument "
                f"'{parameter.name}' but instead found type '{name}'.\nInferred '{parameter.name}' "
                "to be of type 'Tensor' because it was not annotated with an explicit type.\n"
                f"Position: {place}\nValue: {value}")


class ScriptFunction:
    """A function, called as it is."""

    __module__ = 'torch.jit'

    def __init__(self, function):
        self._function = function
        self._parameters = list(inspect.signature(function).parameters.values())
        self.name = self.__name__ = function.__name__

    def __call__(self, *args, **kwargs):
        _check_tensors(self._function, self._parameters, args)
        return self._function(*args, **kwargs)


def script(obj, *args, **kwargs):
    if callable(obj) and hasattr(obj, '__name__') and not inspect.isclass(obj):
        return ScriptFunction(obj)
    if inspect.isclass(obj):
        return obj
    raise NotImplementedError('torch.jit.script of a module is not there in qkv; the module itself '
                              'computes the same')


def trace(func, *args, **kwargs):
    raise NotImplementedError('torch.jit.trace is not there in qkv; the module or function itself '
                              'computes the same')


def __getattr__(name):
    if name == 'Final':
        import typing
        return typing.Final
    if name in ('load', 'save', 'freeze', 'fork', 'wait', 'trace_module'):
        raise NotImplementedError(f'torch.jit.{name} is not there in qkv: the code runs without it')
    raise AttributeError(f"module 'torch.jit' has no attribute '{name}'")
