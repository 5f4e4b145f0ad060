"""numpy.lib.index_tricks: places in arrays."""
import numpy as np


def ndindex(*shape):
    if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
        shape = tuple(shape[0])
    places = [()]
    for count in shape:
        places = [place + (i,) for place in places for i in range(count)]
    return iter(places)


class ndenumerate:
    def __init__(self, arr):
        self._arr = np.asarray(arr)

    def __iter__(self):
        for place in ndindex(*self._arr.shape):
            yield place, self._arr[place]


def ix_(*args):
    open_mesh = []
    for d, places in enumerate(args):
        shape = [1] * len(args)
        shape[d] = -1
        open_mesh.append(np.asarray(places).reshape(shape))
    return tuple(open_mesh)


def indices(dimensions, dtype=int):
    grids = np.meshgrid(*[np.arange(n) for n in dimensions], indexing='ij')
    return np.stack(grids).astype(dtype)


def fromfunction(function, shape, *, dtype=float, **kwargs):
    return function(*indices(shape, dtype=dtype), **kwargs)


class _Index:
    def __getitem__(self, item):
        return item


class _Rows:
    """np.r_[1:4, 9], np.c_[x, y]."""

    def __init__(self, columns):
        self._columns = columns

    def __getitem__(self, key):
        parts = []
        for part in key if isinstance(key, tuple) else (key,):
            if isinstance(part, slice):
                start = 0 if part.start is None else part.start
                part = np.arange(start, part.stop, 1 if part.step is None else part.step)
            part = np.atleast_1d(part)
            parts.append(part.reshape(-1, 1) if self._columns and part.ndim == 1 else part)
        return np.concatenate(parts, axis=-1 if self._columns else 0)


s_ = index_exp = _Index()
r_ = _Rows(False)
c_ = _Rows(True)
