"""numpy.lib.arraypad: arrays with a margin."""
from numbers import Integral
import numpy as np


def _pairs(pad_width, ndim):
    if isinstance(pad_width, Integral):
        return [(pad_width, pad_width)] * ndim
    pairs = [(width, width) if isinstance(width, Integral) else tuple(width) for width in pad_width]
    if all(isinstance(width, Integral) for width in pad_width):
        pairs = [tuple(pad_width)] if len(pad_width) == 2 else [(pad_width[0], pad_width[0])]
    return pairs * ndim if len(pairs) == 1 else pairs


def _margin(array, before, mode, size, near, constant):
    """What stands on one side of the axis `before` is long."""
    length = array.shape[len(before)]
    if mode == 'constant':
        shape = list(array.shape)
        shape[len(before)] = size
        return np.full(tuple(shape), constant, dtype=array.dtype)
    places = {'edge': [0 if near else length - 1] * size,
              'wrap': [(i - size) % length if near else i % length for i in range(size)],
              'reflect': [size - i if near else length - 2 - i for i in range(size)]}
    if mode not in places:
        raise ValueError(f"mode '{mode}' is not supported")
    return array[before + (np.array(places[mode], dtype=np.int64),)]


def pad(array, pad_width, mode='constant', constant_values=0):
    array = np.asarray(array)
    for axis, (left, right) in enumerate(_pairs(pad_width, array.ndim)):
        before = (slice(None),) * axis
        parts = [array]
        if left:
            parts.insert(0, _margin(array, before, mode, left, True, constant_values))
        if right:
            parts.append(_margin(array, before, mode, right, False, constant_values))
        array = np.concatenate(parts, axis=axis) if len(parts) > 1 else array
    return array.copy()
