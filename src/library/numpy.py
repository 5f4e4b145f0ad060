"""What numpy makes of several operations."""
from numbers import Integral
from _qkv import builtin
from numpy.core.multiarray import *
from numpy.core.arrayprint import get_printoptions, set_printoptions
from numpy.core.umath import *
from numpy.core.umath import _expand_dims, _flip
from numpy.core.getlimits import finfo, iinfo
from numpy.lib.arraypad import *
from numpy.lib.arraysetops import *
from numpy.lib.function_base import *
from numpy.lib.index_tricks import *
from numpy.lib.stride_tricks import *
from numpy.lib.twodim_base import *

__version__ = '2.2.4'
double, single, half, int_, bool_ = float64, float32, float16, int64, bool


def var(a, axis=None, ddof=0, keepdims=False):
    a = asanyarray(a)
    distance = a - mean(a, axis=axis, keepdims=True)
    squares = sum(distance * distance, axis=axis, keepdims=keepdims)
    count = a.size if axis is None else a.shape[axis]
    return squares / (count - ddof)


def std(a, axis=None, ddof=0, keepdims=False):
    return sqrt(var(a, axis, ddof, keepdims))


def average(a, axis=None, weights=None):
    if weights is None:
        return mean(a, axis=axis)
    return sum(asanyarray(a) * weights, axis=axis) / sum(weights)


def dot(a, b):
    a, b = asanyarray(a), asanyarray(b)
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    return matmul(a, b)


def inner(a, b):
    return dot(a, asanyarray(b).T)


def atleast_1d(a):
    a = asanyarray(a)
    return a.reshape(1) if a.ndim == 0 else a


def atleast_2d(a):
    a = asanyarray(a)
    return a.reshape(1, -1) if a.ndim < 2 else a


def vstack(tup):
    return concatenate([atleast_2d(a) for a in tup], axis=0)


def hstack(tup):
    arrays = [atleast_1d(a) for a in tup]
    return concatenate(arrays, axis=0 if arrays[0].ndim == 1 else 1)


def array_split(ary, indices_or_sections, axis=0):
    ary = asanyarray(ary)
    length = ary.shape[axis]
    if isinstance(indices_or_sections, Integral):
        each, extra = length // indices_or_sections, length % indices_or_sections
        sizes = [each + 1] * extra + [each] * (indices_or_sections - extra)
        ends = []
        for size in sizes:
            ends.append(size + (ends[-1] if ends else 0))
    else:
        ends = list(indices_or_sections) + [length]
    parts, start = [], 0
    before = (slice(None),) * (axis % ary.ndim)
    for end in ends:
        parts.append(ary[before + (slice(start, end),)])
        start = end
    return parts


def split(ary, indices_or_sections, axis=0):
    ary = asanyarray(ary)
    if isinstance(indices_or_sections, Integral) and ary.shape[axis] % indices_or_sections:
        raise ValueError('array split does not result in an equal division')
    return array_split(ary, indices_or_sections, axis)



def expand_dims(a, axis):
    if isinstance(axis, Integral):
        return _expand_dims(a, axis)
    a = asanyarray(a)
    ndim = a.ndim + len(axis)
    places = sorted(_place(each, ndim) for each in axis)
    if len(set(places)) < len(places):
        raise ValueError('repeated axis')
    for place in places:
        a = _expand_dims(a, place)
    return a


def _place(axis, ndim):
    if not -ndim <= axis < ndim:
        raise IndexError(f'axis {axis} is out of bounds for array of dimension {ndim}')
    return axis % ndim


def moveaxis(a, source, destination):
    order = [d for d in range(a.ndim) if d != source % a.ndim]
    order.insert(destination % a.ndim, source % a.ndim)
    return transpose(a, order)


def isscalar(element):
    return isinstance(element, (generic, int, float, str))


def issubdtype(arg1, arg2):
    arg1, arg2 = [arg if isinstance(arg, type) and issubclass(arg, generic) else dtype(arg).type
                  for arg in (arg1, arg2)]
    return issubclass(arg1, arg2)


def ndim(a):
    return asanyarray(a).ndim


def size(a):
    return asanyarray(a).size


def _ordered(a, axis):
    return [_array(part, a) for part in _tensor(a).sort(axis)]


def argsort(a, axis=-1):
    return _ordered(asanyarray(a), axis)[1]


def sort(a, axis=-1):
    return _ordered(asanyarray(a), axis)[0]


@builtin
def shape(a):
    return asanyarray(a).shape


@builtin
def transpose(a, axes=None):
    return asanyarray(a).transpose(axes)


@builtin
def ravel(a):
    return asanyarray(a).ravel()


@builtin
def nonzero(a):
    places = _tensor(asanyarray(a)).nonzero(as_tuple=True)
    return tuple(_array(place) for place in places)


def repeat(a, repeats, axis=None):
    a = asanyarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    parts = []
    before = (slice(None),) * (axis % a.ndim)
    for i in range(a.shape[axis]):
        parts += [a[before + (slice(i, i + 1),)]] * repeats
    return concatenate(parts, axis=axis)


def flip(m, axis=None):
    m = asanyarray(m)
    return _flip(m, tuple(range(m.ndim)) if axis is None else axis)


def broadcast_arrays(*args):
    arrays = [asanyarray(arg) for arg in args]
    whole = arrays[0]
    for array in arrays[1:]:
        whole = whole + zeros_like(array)
    return [broadcast_to(array, whole.shape) for array in arrays]


def tensordot(a, b, axes=2):
    """Sums of products over axes of both."""
    a, b = asanyarray(a), asanyarray(b)
    if isinstance(axes, Integral):
        left, right = list(range(a.ndim - axes, a.ndim)), list(range(axes))
    else:
        left, right = [[axis] if isinstance(axis, Integral) else list(axis) for axis in axes]
    left, right = [d % a.ndim for d in left], [d % b.ndim for d in right]
    if [a.shape[d] for d in left] != [b.shape[d] for d in right]:
        raise ValueError('shape-mismatch for sum')
    rows = [d for d in range(a.ndim) if d not in left]
    columns = [d for d in range(b.ndim) if d not in right]
    size = 1
    for d in left:
        size *= a.shape[d]
    product = matmul(transpose(a, rows + left).reshape(-1, size),
                     transpose(b, right + columns).reshape(size, -1))
    return product.reshape([a.shape[d] for d in rows] + [b.shape[d] for d in columns])


def kron(a, b):
    """Each cell of a times all of b."""
    a, b = asanyarray(a), asanyarray(b)
    dims = a.ndim if a.ndim > b.ndim else b.ndim
    x, y = [1] * (dims - a.ndim) + list(a.shape), [1] * (dims - b.ndim) + list(b.shape)
    wide = a.reshape([n for size in x for n in (size, 1)])
    tiles = b.reshape([n for size in y for n in (1, size)])
    return (wide * tiles).reshape([m * n for m, n in zip(x, y)])


def cross(a, b):
    a, b = asanyarray(a), asanyarray(b)
    if a.shape[-1] != 3 or b.shape[-1] != 3:
        raise ValueError('incompatible dimensions for cross product\n'
                         '(dimension must be 2 or 3)')
    x, y, z = [a[..., d] for d in range(3)]
    u, v, w = [b[..., d] for d in range(3)]
    return stack([y * w - z * v, z * u - x * w, x * v - y * u], axis=-1)


def logspace(start, stop, num=50, base=10.0):
    return power(base, linspace(start, stop, num))


def exp2(x):
    return power(2.0, x)


def cbrt(x):
    return sign(x) * power(abs(x), 1 / 3)


def dstack(tup):
    return concatenate([atleast_2d(a)[:, :, None] if asanyarray(a).ndim < 3 else a for a in tup],
                       axis=2)


def column_stack(tup):
    return concatenate([asanyarray(a)[:, None] if asanyarray(a).ndim == 1 else a for a in tup], axis=1)


def hsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 0 if asanyarray(ary).ndim == 1 else 1)


def vsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 0)


def partition(a, kth, axis=-1):
    """In order throughout, which is more than is asked for."""
    return sort(a, axis)


def argpartition(a, kth, axis=-1):
    return argsort(a, axis)


def lexsort(keys):
    places = list(range(len(keys[-1])))
    for key in keys:
        values = asanyarray(key).tolist()
        places.sort(key=lambda place: values[place])
    return array(places)


def copyto(dst, src):
    dst[...] = src


def array_repr(arr):
    return repr(arr)


def array_str(a):
    return str(a)


class printoptions:
    """A block in which arrays are printed otherwise."""

    def __init__(self, **options):
        self._options = options

    def __enter__(self):
        self._before = get_printoptions()
        set_printoptions(**self._options)
        return get_printoptions()

    def __exit__(self, kind, value, traceback):
        set_printoptions(**self._before)


class errstate:
    """Warnings of divisions by zero are not given anyway."""

    def __init__(self, **kinds):
        pass

    def __enter__(self):
        pass

    def __exit__(self, kind, value, traceback):
        return False


def seterr(**kinds):
    return {}


True_, False_ = bool_(True), bool_(False)

_REMOVED = {'float_': 'float64', 'Inf': 'inf', 'Infinity': 'inf', 'infty': 'inf', 'PINF': 'inf',
            'NaN': 'nan', 'round_': 'round', 'complex_': 'complex128', 'unicode_': 'str_'}


def __getattr__(name):
    if name in _REMOVED:
        raise AttributeError(f'`np.{name}` was removed in the NumPy 2.0 release. '
                             f'Use `np.{_REMOVED[name]}` instead.')
    if name in ('float', 'int', 'object', 'str', 'complex'):
        raise AttributeError(f"module 'numpy' has no attribute '{name}'.\n`np.{name}` was a "
                             f"deprecated alias for the builtin `{name}`. To avoid this error in "
                             f"existing code, use `{name}` by itself.")
    if name in ('load', 'loadtxt', 'genfromtxt'):
        from numpy.lib import npyio
        return getattr(npyio, name)
    if name in ('save', 'savez', 'savez_compressed', 'savetxt'):
        raise NotImplementedError(f'numpy.{name}: qkv writes no files')
    if name in ('fromfile', 'memmap'):
        raise NotImplementedError(f'numpy.{name} is not there in qkv; numpy.load and loadtxt are')
    if name in ('complex64', 'complex128', 'longdouble', 'float128'):
        raise NotImplementedError(f'numpy.{name} is not there in qkv; numpy.float32 is')
    raise AttributeError(f"module 'numpy' has no attribute '{name}'")
