"""numpy.core.umath: functions of NumPy that are one operation of the table each. Dtypes are brought together
by NumPy's rules, and a float is float64 unless an array says otherwise."""
from _qkv import builtin
from numpy import _array, _operand, _promoted, _run, generic, ndarray
from numpy.core.multiarray import asanyarray


def _named(name, function):
    function.__name__ = function.__qualname__ = name
    return builtin(function)


# ---- of one array ------------------------------------------------------------------------------


def _whole_as_floats(x):
    tensor = _operand(x)
    return tensor if tensor.is_floating_point() else tensor.double()


def _unary(name, op):
    def call(x, *args, **options):
        return _array(_run(op, _operand(x), *args, **options), x)

    return _named(name, call)


def _of_floats(name, op):
    def call(x, *args, **options):
        return _array(_run(op, _whole_as_floats(x), *args, **options), x)

    return _named(name, call)


exp, log, log2, log10, log1p, expm1, sqrt, sin, cos, tan, sinh, cosh, tanh, abs, sign, square, reciprocal, isnan, \
    isinf, isfinite, logical_not, sum, prod, argmax, argmin, any, all, round, squeeze, tile, roll, diagonal, \
    trace = [_unary(name, name) for name in (
        'exp log log2 log10 log1p expm1 sqrt sin cos tan sinh cosh tanh abs sign square reciprocal isnan isinf '
        'isfinite logical_not sum prod argmax argmin any all round squeeze tile roll diagonal trace').split()]
max, amax, min, amin, arcsin, arccos, arctan, absolute, negative, around, invert, _expand_dims, _flip = [
    _unary(name, op) for name, op in dict(
        max='amax', amax='amax', min='amin', amin='amin', arcsin='asin', arccos='acos', arctan='atan',
        absolute='abs', negative='neg', around='round', invert='bitwise_not', _expand_dims='unsqueeze',
        _flip='flip').items()]
mean, floor, ceil, trunc, fabs, rint = [_of_floats(name, op) for name, op in dict(
    mean='mean', floor='floor', ceil='ceil', trunc='trunc', fabs='abs', rint='round').items()]


@builtin
def tril(m, k=0):
    return _array(_run('tril', _operand(m), k), m)


@builtin
def triu(m, k=0):
    return _array(_run('triu', _operand(m), k), m)


@builtin
def swapaxes(a, axis1, axis2):
    return _array(_run('transpose', _operand(a), axis1, axis2), a)


@builtin
def reshape(a, *shape, newshape=None, **options):
    shape = shape if newshape is None else (newshape,)
    return _array(_run('reshape', _operand(a), *shape, **options), a)


@builtin
def broadcast_to(array, *shape, **options):
    return _array(_run('expand', _operand(array), *shape, **options))


def _running(name):
    """Where no axis is given the array becomes a line."""
    def call(a, axis=None, **options):
        tensor = _operand(a)
        if axis is None:
            tensor, axis = tensor.reshape(-1 if tensor.numel() else 0), 0
        return _array(_run(name, tensor, axis, **options), a)

    return _named(name, call)


cumsum, cumprod = _running('cumsum'), _running('cumprod')


# ---- of several --------------------------------------------------------------------------------


def _known(x):
    return x if isinstance(x, (ndarray, generic, int, float)) else asanyarray(x)


def _operator(name, operation):
    def call(x1, x2):
        x1, x2 = _known(x1), _known(x2)
        if not isinstance(x1, (ndarray, generic)) and not isinstance(x2, (ndarray, generic)):
            x1 = asanyarray(x1)
        return operation(x1, x2)

    return _named(name, call)


add = _operator('add', lambda a, b: a + b)
subtract = _operator('subtract', lambda a, b: a - b)
multiply = _operator('multiply', lambda a, b: a * b)
divide = true_divide = _operator('divide', lambda a, b: a / b)
floor_divide = _operator('floor_divide', lambda a, b: a // b)
mod = remainder = _operator('remainder', lambda a, b: a % b)
power = _operator('power', lambda a, b: a ** b)
equal, not_equal = _operator('equal', lambda a, b: a == b), _operator('not_equal', lambda a, b: a != b)
less, less_equal = _operator('less', lambda a, b: a < b), _operator('less_equal', lambda a, b: a <= b)
greater, greater_equal = _operator('greater', lambda a, b: a > b), _operator('greater_equal', lambda a, b: a >= b)
bitwise_and, bitwise_or = _operator('bitwise_and', lambda a, b: a & b), _operator('bitwise_or', lambda a, b: a | b)
bitwise_xor, matmul = _operator('bitwise_xor', lambda a, b: a ^ b), _operator('matmul', lambda a, b: a @ b)


def _binary(name, op):
    def call(x1, x2, *args, **options):
        return _array(_run(op, *_promoted((x1, x2), True), *args, **options), _own_class(x1, x2))

    return _named(name, call)


def _own_class(*arrays):
    """The array whose class the result is of: the first that is of one of the program's."""
    for array in arrays:
        if isinstance(array, ndarray) and type(array) is not ndarray:
            return array


arctan2, maximum, minimum, logical_and, logical_or, logical_xor = [_binary(name, op) for name, op in dict(
    arctan2='atan2', maximum='maximum', minimum='minimum', logical_and='logical_and', logical_or='logical_or',
    logical_xor='logical_xor').items()]


@builtin
def outer(a, b):
    return _array(_run('outer', *_promoted((a, b), False)))


@builtin
def where(condition, *choices):
    """What is not 0 counts as True."""
    if not choices:
        import numpy
        return numpy.nonzero(condition)
    return _array(_run('where', _operand(condition).bool(), *_promoted(choices, True)))


@builtin
def clip(a, a_min=None, a_max=None, *, min=None, max=None):
    limits = {'min': min if a_min is None else a_min, 'max': max if a_max is None else a_max}
    names = [name for name in limits if limits[name] is not None]
    first, *others = _promoted((a, *[limits[name] for name in names]), True)
    return _array(_run('clamp', first, **dict(zip(names, others))), a)


@builtin
def einsum(subscripts, *operands, **options):
    return _array(_run('einsum', subscripts, *_promoted(operands, False), **options))


@builtin
def concatenate(arrays, *args, **options):
    return _array(_run('cat', _promoted(list(arrays), False), *args, **options))


@builtin
def stack(arrays, *args, **options):
    return _array(_run('stack', _promoted(list(arrays), False), *args, **options))


# ---- questions ---------------------------------------------------------------------------------


def _alike(a, b):
    from torch import result_type
    a, b = _operand(a), _operand(b)
    dtype = result_type(a, b)
    return [tensor if tensor.dtype == dtype else tensor.to(dtype) for tensor in (a, b)]


@builtin
def allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    from torch import allclose
    return allclose(*_alike(a, b), rtol=rtol, atol=atol, equal_nan=equal_nan)


@builtin
def isclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    from torch import isclose
    return _array(isclose(*_alike(a, b), rtol, atol, equal_nan), a)


@builtin
def array_equal(a1, a2):
    from torch import equal
    return equal(*_alike(a1, a2))
