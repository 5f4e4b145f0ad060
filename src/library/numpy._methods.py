"""The methods of NumPy's arrays and numbers that are more than one operation of the table."""
from numbers import Integral
import numpy as np
from _qkv import builtin
from numpy import _array, _tensor, _view


def _function(name):
    """The function of the module numpy, which is looked for when the method is called."""
    @builtin
    def method(self, *args, **keywords):
        return getattr(np, name)(self, *args, **keywords)
    return method


from numpy.core.umath import (all, any, argmax, argmin, clip, cumprod, cumsum, diagonal, max, mean, min, prod,
                              reshape, round, squeeze, sum, swapaxes, trace)

var, std, dot, sort = [_function(name) for name in ('var', 'std', 'dot', 'sort')]
argsort, repeat, nonzero = [_function(name) for name in ('argsort', 'repeat', 'nonzero')]


@builtin
def astype(self, dtype, copy=True):
    dtype = np.dtype(dtype)
    tensor = _tensor(self)
    return _array(tensor.clone() if dtype == self.dtype else tensor.to(dtype), self)


@builtin
def copy(self):
    return _array(_tensor(self).clone(), self)


@builtin
def view(self, type=None):
    return _view(self, type)


def _flat(array):
    return _tensor(array).reshape(-1 if array.size else 0)


@builtin
def ravel(self):
    return _array(_flat(self), self)


@builtin
def flatten(self):
    tensor = _flat(self)
    is_view = tensor.data_ptr() == _tensor(self).data_ptr()
    return _array(tensor.clone() if is_view else tensor, self)


@builtin
def transpose(self, *axes):
    """a.transpose(), a.transpose(1, 0, 2), a.transpose((1, 0, 2))"""
    if len(axes) == 1 and (axes[0] is None or isinstance(axes[0], (list, tuple))):
        axes = axes[0] or ()
    if not axes:
        return _array(_tensor(self).T, self)
    if len(axes) != self.ndim:
        raise ValueError("axes don't match array")
    return _array(_tensor(self).permute(*axes), self)


@builtin
def tolist(self):
    return _tensor(self).tolist()


@builtin
def item(self, *args):
    part = self.ravel()[args[0]] if len(args) == 1 and isinstance(args[0], Integral) else self
    part = part[args] if args and part is self else part
    if part.size != 1:
        raise ValueError('can only convert an array of size 1 to a Python scalar')
    return _tensor(part).item()


@builtin
def fill(self, value):
    self[...] = value
