"""What torch.autocast('cpu') does: the functions that compute in fewer bits while it is on, and those
that compute in float32. All others take the dtypes that they are given.
"""
import torch
from torch import _C

_LOWER = ('matmul', 'mm', 'bmm', 'baddbmm', 'addmm', 'linear', 'einsum')
_FULL = ('prod', 'nll_loss')


class _State:
    dtype = None  # that of the lower ones; None: it is off
    depth = 0     # of the contexts that are open
    kept = {}     # parameters as they were converted since the outermost one was entered


def dtype_now():
    return _State.dtype


def switch(dtype):
    """Switches it on or off; what it was before."""
    before = _State.dtype
    if dtype != before:
        _State.dtype = dtype
        _C._cast_inputs(_LOWER, dtype)
        _C._cast_inputs(_FULL, None if dtype is None else torch.float32)
    return before


def enter(dtype):
    _State.depth += 1
    return switch(dtype)


def leave(before):
    switch(before)
    _State.depth -= 1
    if _State.depth == 0:
        _State.kept.clear()


def _contracts(equation):
    """Of einsum: is a letter in two operands and not in the result?"""
    operands, _, result = equation.partition('->')
    return any([letter.isalpha() and letter not in result and sum([letter in part for part in operands.split(',')]) > 1
                for letter in operands])


def _cast_tensor(tensor, dtype):
    """A parameter is converted once, so that its gradients are added up in fewer bits."""
    if not tensor.is_floating_point() or tensor.dtype in (dtype, torch.float64):
        return tensor
    if not tensor.requires_grad or not tensor.is_leaf or tensor.dtype != torch.float32:
        return tensor.to(dtype)
    key = id(tensor), dtype, torch.is_grad_enabled()
    if key not in _State.kept:
        _State.kept[key] = tensor, tensor.to(dtype)
    return _State.kept[key][1]


def _cast(value, dtype):
    if isinstance(value, (list, tuple)):
        return type(value)([_cast(each, dtype) for each in value])
    return _cast_tensor(value, dtype) if isinstance(value, torch.Tensor) else value


def _casting(function, dtype_of):
    def _with_cast(*args, **kwargs):
        if _State.dtype is None:
            return function(*args, **kwargs)
        dtype = dtype_of(_State.dtype)
        args = [_cast(each, dtype) for each in args]
        kwargs = {name: _cast(each, dtype) for name, each in kwargs.items()}
        before = switch(None)
        try:
            return function(*args, **kwargs)
        finally:
            switch(before)

    _with_cast.__name__ = function.__name__
    _with_cast.__doc__ = function.__doc__
    return _with_cast


def lower(function):
    """One that computes in fewer bits."""
    return _casting(function, lambda dtype: dtype)


def full(function):
    """One that computes in float32."""
    return _casting(function, lambda dtype: torch.float32)
