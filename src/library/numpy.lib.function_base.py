"""numpy.lib.function_base: order statistics, differences, correlation."""
from numbers import Integral
import numpy as np


def median(a, axis=None, keepdims=False):
    return quantile(a, 0.5, axis, keepdims=keepdims)


def percentile(a, q, axis=None, keepdims=False):
    return quantile(a, np.asarray(q) / 100, axis, keepdims=keepdims)


def _one_quantile(ordered, q):
    """Between the two cells of the first axis that stand around the place q."""
    place = q * (len(ordered) - 1)
    below = int(np.floor(place))
    above = min(below + 1, len(ordered) - 1)
    part = float(place) - below
    low, high = ordered[below] * 1.0, ordered[above] * 1.0
    if part >= 0.5:
        return high - (high - low) * (1 - part)
    return low + (high - low) * part


def quantile(a, q, axis=None, keepdims=False):
    a, q = np.asarray(a), np.asarray(q)
    if np.any(q < 0) or np.any(q > 1):
        raise ValueError("Quantiles must be in the range [0, 1]")
    ordered = np.sort(a.ravel()) if axis is None else np.moveaxis(np.sort(a, axis=axis), axis, 0)
    if q.ndim:
        return np.array([_one_quantile(ordered, each) for each in q])
    found = _one_quantile(ordered, q)
    if not keepdims:
        return found
    return found.reshape((1,) * a.ndim) if axis is None else np.expand_dims(found, axis)


def diff(a, n=1, axis=-1):
    a = np.asarray(a)
    before = (slice(None),) * (axis % a.ndim)
    for _ in range(n):
        a = a[before + (slice(1, None),)] - a[before + (slice(None, -1),)]
    return a


def gradient(f, spacing=1.0):
    """Half the difference of the neighbours; at the ends the difference to the only one."""
    f = np.asarray(f) * 1.0
    if f.ndim != 1:
        raise NotImplementedError('numpy.gradient of several axes is not there in qkv; diff is')
    middle = (f[2:] - f[:-2]) / (2 * spacing)
    return np.concatenate([(f[1:2] - f[:1]) / spacing, middle, (f[-1:] - f[-2:-1]) / spacing])


def trapz(y, x=None, dx=1.0):
    y = np.asarray(y)
    width = dx if x is None else diff(x)
    return np.sum(width * (y[1:] + y[:-1]) / 2.0)


def _interpolated(x, xp, fp):
    if x <= xp[0]:
        return fp[0]
    for i in range(len(xp) - 1):
        if x < xp[i + 1]:
            return (fp[i + 1] - fp[i]) / (xp[i + 1] - xp[i]) * (x - xp[i]) + fp[i]
    return fp[-1]


def interp(x, xp, fp):
    x, xp, fp = np.asarray(x) * 1.0, np.asarray(xp) * 1.0, np.asarray(fp) * 1.0
    if x.ndim == 0:
        return _interpolated(x, xp, fp)
    return np.array([_interpolated(each, xp, fp) for each in x])


def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    m = np.atleast_2d(np.asarray(m) * 1.0)
    m = m if rowvar else m.T
    if y is not None:
        m = np.concatenate([m, np.atleast_2d(np.asarray(y) * 1.0)], axis=0)
    ddof = (0 if bias else 1) if ddof is None else ddof
    apart = m - np.mean(m, axis=1, keepdims=True)
    found = apart @ apart.T * (1.0 / (m.shape[1] - ddof))
    return found[0, 0] if found.shape == (1, 1) else found


def corrcoef(x, y=None, rowvar=True):
    c = cov(x, y, rowvar)
    deviation = np.sqrt(np.diag(c))
    return np.clip(c / deviation[:, None] / deviation[None, :], -1, 1)


def histogram(a, bins=10, range=None):
    a = np.asarray(a).ravel()
    if not isinstance(bins, Integral):
        edges = np.asarray(bins)
    else:
        low, high = (np.min(a), np.max(a)) if range is None else range
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges = np.linspace(low, high, bins + 1)
    counts = [0] * (len(edges) - 1)
    limits = edges.tolist()
    for value in a.tolist():
        for place in reversed(list(enumerate(limits[:-1]))):
            if value >= place[1]:
                counts[place[0]] += value <= limits[-1]
                break
    return np.array(counts), edges


def bincount(x, weights=None, minlength=0):
    places = np.asarray(x).tolist()
    if any(place < 0 for place in places):
        raise ValueError("'list' argument must have no negative elements")
    found = [0] * max(max(places, default=-1) + 1, minlength)
    for i, place in enumerate(places):
        found[place] += 1 if weights is None else float(weights[i])
    return np.array(found)


def digitize(x, bins, right=False):
    return searchsorted(bins, x, 'left' if right else 'right')


def _place(values, v, side):
    place = 0
    while place < len(values) and (values[place] < v or side == 'right' and values[place] == v):
        place += 1
    return place


def searchsorted(a, v, side='left'):
    values, v = np.asarray(a).tolist(), np.asarray(v)
    if v.ndim == 0:
        return np.array(_place(values, v.item(), side))[()]
    return np.array([_place(values, each, side) for each in v.ravel().tolist()]).reshape(v.shape)


def take(a, indices, axis=None):
    a, indices = np.asarray(a), np.asarray(indices)
    if axis is None:
        return a.ravel()[indices]
    return a[(slice(None),) * (axis % a.ndim) + (indices,)]


def take_along_axis(arr, indices, axis):
    if axis is None:
        return arr.ravel()[indices.ravel()]
    places = []
    for d in range(arr.ndim):
        shape = [1] * arr.ndim
        shape[d] = arr.shape[d]
        places.append(indices if d == axis % arr.ndim else np.arange(arr.shape[d]).reshape(shape))
    return arr[tuple(places)]


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    lines = np.moveaxis(np.asarray(arr), axis, -1)
    found = [func1d(line, *args, **kwargs) for line in lines.reshape(-1, lines.shape[-1])]
    made = np.array(found)
    if made.ndim == 1:
        return made.reshape(lines.shape[:-1])
    return np.moveaxis(made.reshape(lines.shape[:-1] + made.shape[1:]), -1, axis)


class vectorize:
    """A function of numbers as one of arrays."""

    def __init__(self, pyfunc):
        self.pyfunc = pyfunc

    def __call__(self, *args):
        arrays = np.broadcast_arrays(*[np.asarray(arg) for arg in args])
        found = [self.pyfunc(*cells) for cells in zip(*[array.ravel() for array in arrays])]
        return np.array(found).reshape(arrays[0].shape)


def convolve(a, v, mode='full'):
    a, v = np.asarray(a), np.asarray(v)
    if len(v) > len(a):
        a, v = v, a
    zeros = np.zeros(len(v) - 1, dtype=a.dtype)
    wide = np.concatenate([zeros, a, zeros])
    found = np.array([np.sum(wide[i:i + len(v)] * v[::-1]) for i in range(len(a) + len(v) - 1)])
    if mode == 'valid':
        return found[len(v) - 1:len(a)]
    if mode == 'same':
        start = (len(v) - 1) // 2
        return found[start:start + len(a)]
    return found


def meshgrid(*xi, indexing='xy', sparse=False):
    arrays = [np.asarray(x) for x in xi]
    swapped = indexing == 'xy' and len(arrays) > 1
    order = [1, 0] + list(range(2, len(arrays))) if swapped else list(range(len(arrays)))
    grids = []
    for k, array in enumerate(arrays):
        shape = [1] * len(arrays)
        shape[order[k]] = -1
        grids.append(array.reshape(shape))
    if sparse:
        return grids
    shape = [0] * len(arrays)
    for k, array in enumerate(arrays):
        shape[order[k]] = len(array)
    return [np.broadcast_to(grid, tuple(shape)).copy() for grid in grids]


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    x = np.asarray(x)
    largest = np.finfo(x.dtype).max
    x = np.where(np.isnan(x), nan, x)
    x = np.where(x == np.inf, largest if posinf is None else posinf, x)
    return np.where(x == -np.inf, -largest if neginf is None else neginf, x)


def nansum(a, axis=None):
    a = np.asarray(a)
    return np.sum(np.where(np.isnan(a), 0.0, a), axis=axis)


def nanmean(a, axis=None):
    a = np.asarray(a)
    return nansum(a, axis) / np.sum(np.logical_not(np.isnan(a)), axis=axis)


def nanmax(a, axis=None):
    a = np.asarray(a)
    return np.max(np.where(np.isnan(a), -np.inf, a), axis=axis)


def nanmin(a, axis=None):
    a = np.asarray(a)
    return np.min(np.where(np.isnan(a), np.inf, a), axis=axis)


def count_nonzero(a, axis=None):
    found = np.sum(np.asarray(a) != 0, axis=axis)
    return int(found) if axis is None else found


def ptp(a, axis=None):
    return np.max(a, axis=axis) - np.min(a, axis=axis)


def deg2rad(x):
    return np.asarray(x) * (np.pi / 180)


radians = deg2rad


def rad2deg(x):
    return np.asarray(x) * (180 / np.pi)


degrees = rad2deg


def sinc(x):
    y = np.pi * np.where(np.asarray(x) == 0, 1.0e-20, x)
    return np.sin(y) / y
