"""numpy.core.multiarray: arrays made of what the program gives. In NumPy these functions are C."""
from math import ceil as _ceil

from _qkv import builtin, fail as _fail, index as _index
from numpy import _array, _as_ndarray, _fits, _new, dtype as _dtype, float64, int64, ndarray
from torch._C import _arange, _eye, _full, _made, _shared

pi, e, inf, nan, newaxis = 3.141592653589793, 2.718281828459045, float('inf'), float('nan'), None


# ---- of data -----------------------------------------------------------------------------------


@builtin
def array(object, dtype=None, *, copy=True, ndmin=0):
    """A copy, also of an array."""
    dtype = None if dtype is None else _dtype(dtype)
    if hasattr(object, '__array__'):  # as pictures have
        object = object.__array__()
    tensor = _shared(object)
    if tensor is None:
        try:
            return _new(list(object) if isinstance(object, range) else object, dtype)
        except RuntimeError:
            if dtype is None or not str(dtype).startswith('float'):
                raise
            return _new(_with_nan(object), dtype)
    return _as_ndarray(tensor.clone() if dtype is None or tensor.dtype == dtype else tensor.to(dtype))


def _with_nan(numbers):
    """None is nan where numbers are asked for."""
    return [_with_nan(item) for item in numbers] if isinstance(numbers, (list, tuple)) else \
        nan if numbers is None else numbers


@builtin
def copy(a):
    return array(a)


@builtin
def asarray(a, dtype=None):
    tensor = _shared(a)
    if tensor is None or dtype is not None and tensor.dtype != _dtype(dtype):
        return array(a, dtype)
    return a if type(a) is ndarray else _as_ndarray(tensor)


ascontiguousarray = asarray


@builtin
def asanyarray(a, dtype=None):
    """An array of a class of the program stays one."""
    if isinstance(a, ndarray) and (dtype is None or a.dtype == dtype):
        return a
    return asarray(a, dtype)


# ---- filled ------------------------------------------------------------------------------------


def _sizes(shape):
    sizes = tuple([_index(size) for size in (shape if isinstance(shape, (tuple, list)) else (shape,))])
    if min(sizes, default=0) < 0:
        raise ValueError('negative dimensions are not allowed')
    return sizes


def _filled(name, shape, dtype, value):
    return _as_ndarray(_full(name, _sizes(shape), _dtype(dtype or float64), False, value))


@builtin
def zeros(shape, dtype=None):
    return _filled('zeros', shape, dtype, 0.0)


@builtin
def empty(shape, dtype=None):
    return _filled('zeros', shape, dtype, 0.0)


@builtin
def ones(shape, dtype=None):
    return _filled('ones', shape, dtype, 1.0)


def _number(function, value):
    """One number, and the dtype that it has by itself."""
    tensor = _shared(value)
    if tensor is None and isinstance(value, (list, tuple)):
        tensor = _shared(_new(value, None))
    if tensor is None:
        return value, 'bool' if isinstance(value, bool) else int64 if isinstance(value, int) else float64
    if tensor.numel() != 1:
        _fail('NotImplementedError', f"numpy.{function}() of an array is outside the part of Python that qkv "
             "runs", "one number")
    return tensor.item(), tensor.dtype


@builtin
def full(shape, fill_value, dtype=None):
    value, natural = _number('full', fill_value)
    dtype = _dtype(natural if dtype is None else dtype)
    _fits(value, dtype)
    return _filled('full', shape, dtype, value)


def _like(name, a, dtype, value):
    tensor = _shared(a)
    if tensor is None:
        tensor = _shared(_new(a, None))
    dtype = tensor.dtype if dtype is None else _dtype(dtype)
    return _array(_full(name, tensor.shape, dtype, False, value), a)


@builtin
def zeros_like(a, dtype=None):
    return _like('zeros_like', a, dtype, 0)


@builtin
def empty_like(a, dtype=None):
    return _like('zeros_like', a, dtype, 0)


@builtin
def ones_like(a, dtype=None):
    return _like('ones_like', a, dtype, 1)


@builtin
def full_like(a, fill_value, dtype=None):
    return _like('full_like', a, dtype, _number('full_like', fill_value)[0])


def _construct(shape, dtype=None, buffer=None, offset=0, strides=None, order=None):
    """ndarray(shape)"""
    if buffer is not None:
        _fail('NotImplementedError', "numpy.ndarray() of a buffer is outside the part of Python that qkv runs",
             "np.array(...)")
    return zeros(shape, dtype)


# ---- sequences ---------------------------------------------------------------------------------


def _real(function, value):
    tensor = _shared(value)
    if tensor is not None and tensor.numel() == 1:
        value = tensor.item()
    if not isinstance(value, (int, float)):
        raise TypeError(f"{function}() takes numbers, not '{type(value).__name__}'")
    return value


@builtin
def arange(*numbers, start=None, stop=None, step=None, dtype=None):
    count = len(numbers)
    if count == 1:
        stop = numbers[0]
    elif count == 2:
        start, stop = numbers
    elif count == 3:
        start, stop, step = numbers
    if count > 3 or stop is None:
        raise TypeError("arange() requires stop to be specified.")
    start, stop, step = [_real('arange', each) for each in (start or 0, stop, 1 if step is None else step)]
    if step == 0:
        raise ZeroDivisionError("division by zero")
    dtype = None if dtype is None else _dtype(dtype)
    whole = isinstance(start, int) and isinstance(stop, int) and isinstance(step, int)
    if whole:
        stop = start if (stop < start) == (step > 0) else stop
        return _as_ndarray(_arange(start, stop, step, int64 if dtype is None else dtype, False))
    cells = max(_ceil((stop - start) / step), 0)
    step = (start + step) - start  # from the first two numbers, as NumPy's fill does it
    if dtype is None or dtype == float64:
        stop = start + (cells - 0.5) * step if cells else start
        return _as_ndarray(_arange(float(start), stop, step, float64, False))
    return _as_ndarray(_made('arange', [start + place * step for place in range(cells)], dtype))


@builtin
def linspace(start, stop, num=50, endpoint=True, dtype=None):
    start, stop, num = [_real('linspace', each) for each in (start, stop, num)]
    num = int(num)
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    parts = num - 1 if endpoint else num
    step = (stop - start) / parts if parts > 0 else 0.0
    values = [place * step + start for place in range(num)]
    if endpoint and num > 1:
        values[-1] = stop
    return _as_ndarray(_made('linspace', values, _dtype(float64 if dtype is None else dtype)))


@builtin
def eye(N, M=None, dtype=None):
    rows, columns = _sizes((N, N if M is None else M))
    return _as_ndarray(_eye(rows, columns, _dtype(float64 if dtype is None else dtype), False))


@builtin
def identity(n, dtype=None):
    return eye(n, dtype=dtype)
