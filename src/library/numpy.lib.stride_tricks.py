"""numpy.lib.stride_tricks: windows."""
from numbers import Integral
import numpy as np


def sliding_window_view(x, window_shape, axis=None):
    x = np.asarray(x)
    if x.ndim != 1 and axis is None or not isinstance(window_shape, Integral):
        raise NotImplementedError('sliding_window_view of several axes is not there in qkv; '
                                  'np.stack of slices is')
    axis = (0 if axis is None else axis) % x.ndim
    before = (slice(None),) * axis
    count = x.shape[axis] - window_shape + 1
    if count < 1:
        raise ValueError("window shape cannot be larger than input array shape")
    windows = [x[before + (slice(i, i + window_shape),)] for i in range(count)]
    return np.stack([np.moveaxis(window, axis, -1) for window in windows], axis=axis)
