"""cmath: functions of complex numbers, made of those of floats the way CPython makes them."""
import math
from math import e, inf, nan, pi, tau  # noqa: F401

from _qkv import builtin

infj, nanj = complex(0.0, inf), complex(0.0, nan)
_LARGE = 2.0 ** 1021  # the quarter of the largest float: above it parts are scaled down
_TINY = 2.2250738585072014e-308


def _complex(z):
    if isinstance(z, (complex, int, float)) or hasattr(z, '__complex__') or hasattr(z, '__float__') or \
            hasattr(z, '__index__'):
        return complex(z)
    raise TypeError(f"must be real number, not {type(z).__name__}")


def _finite(z):
    return math.isfinite(z.real) and math.isfinite(z.imag)


@builtin
def isfinite(z, /):
    return _finite(_complex(z))


@builtin
def isnan(z, /):
    z = _complex(z)
    return math.isnan(z.real) or math.isnan(z.imag)


@builtin
def isinf(z, /):
    z = _complex(z)
    return math.isinf(z.real) or math.isinf(z.imag)


@builtin
def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    a, b = _complex(a), _complex(b)
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError("tolerances must be non-negative")
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    difference = abs(a - b)
    return difference <= rel_tol * abs(b) or difference <= rel_tol * abs(a) or difference <= abs_tol


# ---- polar coordinates ---------------------------------------------------------------------------


@builtin
def phase(z, /):
    z = _complex(z)
    return math.atan2(z.imag, z.real)


@builtin
def polar(z, /):
    z = _complex(z)
    return abs(z), phase(z)


@builtin
def rect(r, phi, /):
    r, phi = float(r), float(phi)
    if phi == 0.0:
        return complex(r, r * phi)
    if math.isinf(r) and math.isfinite(phi):
        return complex(math.copysign(inf, r * math.cos(phi)), math.copysign(inf, r * math.sin(phi)))
    if math.isinf(phi) and (r == 0.0 or math.isnan(r)):
        return complex(r, 0.0 if r == 0.0 else nan)
    return complex(r * math.cos(phi), r * math.sin(phi))


# ---- roots, powers, logarithms ---------------------------------------------------------------------


@builtin
def sqrt(z, /):
    z = _complex(z)
    x, y = z.real, z.imag
    if not _finite(z):
        return _sqrt_without_end(x, y)
    if x == 0.0 and y == 0.0:
        return complex(0.0, y)
    ax, ay = abs(x), abs(y)
    if ax < _TINY and ay < _TINY and (ax > 0.0 or ay > 0.0):
        ax = math.ldexp(ax, 53)
        s = math.ldexp(math.sqrt(ax + math._hypot(ax, math.ldexp(ay, 53))), -27)
    else:
        ax /= 8.0
        s = 2.0 * math.sqrt(ax + math._hypot(ax, ay / 8.0))
    d = ay / (2.0 * s)
    if x >= 0.0:
        return complex(s, math.copysign(d, y))
    return complex(d, math.copysign(s, y))


def _sqrt_without_end(x, y):
    if math.isinf(y):
        return complex(inf, y)
    if math.isnan(x):
        return complex(nan, nan)
    if x == inf:
        return complex(inf, nan if math.isnan(y) else math.copysign(0.0, y))
    if x == -inf:
        return complex(nan, inf) if math.isnan(y) else complex(0.0, math.copysign(inf, y))
    return complex(nan, nan)


def _overflow(z):
    if math.isinf(z.real) or math.isinf(z.imag):
        raise OverflowError("math range error")
    return z


@builtin
def exp(z, /):
    z = _complex(z)
    x, y = z.real, z.imag
    if not _finite(z):
        return _exp_without_end(x, y)
    if x > 708.3964185322641:  # where exp(x) alone may be too large
        size = math.exp(x - 1.0)
        return _overflow(complex(size * math.cos(y) * e, size * math.sin(y) * e))
    size = math.exp(x)
    return complex(size * math.cos(y), size * math.sin(y))


def _exp_without_end(x, y):
    if math.isinf(x) and math.isfinite(y):
        if y == 0.0:
            return complex(math.exp(x), y)
        size = inf if x > 0 else 0.0
        return complex(math.copysign(size, math.cos(y)), math.copysign(size, math.sin(y)))
    if math.isinf(y) and not math.isnan(x) and x != -inf:
        raise ValueError("math domain error")
    if x == -inf:
        return complex(0.0, 0.0)
    return complex(x if x == inf else nan, y if y == 0.0 else nan)


def _log(z):
    x, y = z.real, z.imag
    ax, ay = abs(x), abs(y)
    if not _finite(z):
        size = inf if isinf(z) else nan
        return complex(size, math.atan2(y, x))
    if ax > _LARGE or ay > _LARGE:
        size = math.log(math._hypot(ax / 2.0, ay / 2.0)) + math.log(2.0)
    elif ax < _TINY and ay < _TINY:
        if ax == 0.0 and ay == 0.0:
            raise ValueError("math domain error")
        size = math.log(math._hypot(math.ldexp(ax, 53), math.ldexp(ay, 53))) - 53 * math.log(2.0)
    else:
        h = math._hypot(ax, ay)
        if 0.71 <= h <= 1.73:
            high, low = max(ax, ay), min(ax, ay)
            size = math.log1p((high - 1) * (high + 1) + low * low) / 2.0
        else:
            size = math.log(h)
    return complex(size, math.atan2(y, x))


@builtin
def log(z, base=None, /):
    found = _log(_complex(z))
    return found if base is None else found / _log(_complex(base))


@builtin
def log10(z, /):
    found = _log(_complex(z))
    return complex(found.real / math.log(10.0), found.imag / math.log(10.0))


# ---- hyperbolic functions, and those of angles, which are these turned by a right angle -----------


@builtin
def cosh(z, /):
    z = _complex(z)
    x, y = z.real, z.imag
    if abs(x) > 708.3964185322641 and _finite(z):
        less = x - math.copysign(1.0, x)
        return _overflow(complex(math.cos(y) * math.cosh(less) * e, math.sin(y) * math.sinh(less) * e))
    return complex(math.cos(y) * math.cosh(x), math.sin(y) * math.sinh(x))


@builtin
def sinh(z, /):
    z = _complex(z)
    x, y = z.real, z.imag
    if abs(x) > 708.3964185322641 and _finite(z):
        less = x - math.copysign(1.0, x)
        return _overflow(complex(math.cos(y) * math.sinh(less) * e, math.sin(y) * math.cosh(less) * e))
    return complex(math.cos(y) * math.sinh(x), math.sin(y) * math.cosh(x))


@builtin
def tanh(z, /):
    z = _complex(z)
    x, y = z.real, z.imag
    if abs(x) > 354.1982092661320:
        if math.isinf(x):
            return complex(math.copysign(1.0, x), math.copysign(0.0, math.sin(2.0 * y) if y else y))
        return complex(math.copysign(1.0, x), 4.0 * math.sin(y) * math.cos(y) * math.exp(-2.0 * abs(x)))
    tx, ty, cx = math.tanh(x), math.tan(y), 1.0 / math.cosh(x)
    txty = tx * ty
    divisor = 1.0 + txty * txty
    return complex(tx * (1.0 + ty * ty) / divisor, ty / divisor * cx * cx)


@builtin
def acosh(z, /):
    z = _complex(z)
    if abs(z.real) > _LARGE or abs(z.imag) > _LARGE:
        size = math.log(math._hypot(z.real / 2.0, z.imag / 2.0)) + 2.0 * math.log(2.0)
        return complex(size, math.atan2(z.imag, z.real))
    a, b = sqrt(complex(z.real - 1.0, z.imag)), sqrt(complex(z.real + 1.0, z.imag))
    return complex(math.asinh(a.real * b.real + a.imag * b.imag), 2.0 * math.atan2(a.imag, b.real))


@builtin
def acos(z, /):
    z = _complex(z)
    if abs(z.real) > _LARGE or abs(z.imag) > _LARGE:
        size = math.log(math._hypot(z.real / 2.0, z.imag / 2.0)) + 2.0 * math.log(2.0)
        size = -math.copysign(size, z.imag) if z.real >= 0 else math.copysign(size, -z.imag)
        return complex(math.atan2(abs(z.imag), z.real), size)
    a, b = sqrt(complex(1.0 - z.real, -z.imag)), sqrt(complex(1.0 + z.real, z.imag))
    return complex(2.0 * math.atan2(a.real, b.real), math.asinh(b.real * a.imag - b.imag * a.real))


@builtin
def asinh(z, /):
    z = _complex(z)
    if abs(z.real) > _LARGE or abs(z.imag) > _LARGE:
        size = math.log(math._hypot(z.real / 2.0, z.imag / 2.0)) + 2.0 * math.log(2.0)
        return complex(math.copysign(size, z.real), math.atan2(z.imag, abs(z.real)))
    a, b = sqrt(complex(1.0 + z.imag, -z.real)), sqrt(complex(1.0 - z.imag, z.real))
    return complex(math.asinh(a.real * b.imag - b.real * a.imag),
                   math.atan2(z.imag, a.real * b.real - a.imag * b.imag))


@builtin
def atanh(z, /):
    z = _complex(z)
    if z.real < 0.0 or (z.real == 0.0 and math.copysign(1.0, z.real) < 0.0):
        return -atanh(-z)
    x, y = z.real, z.imag
    ay = abs(y)
    if x > 3.351951982485649e+153 or ay > 3.351951982485649e+153:  # roots of a quarter of the largest
        h = math._hypot(x / 2.0, y / 2.0)
        return complex(x / 4.0 / h / h, -math.copysign(pi / 2.0, -y))
    if x == 1.0 and ay < 1.4916681462400413e-154:
        if ay == 0.0:
            raise ValueError("math domain error")
        return complex(-math.log(math.sqrt(ay) / math.sqrt(math._hypot(ay, 2.0))),
                       math.copysign(math.atan2(2.0, -ay) / 2.0, y))
    return complex(math.log1p(4.0 * x / ((1 - x) * (1 - x) + ay * ay)) / 4.0,
                   -math.atan2(-2.0 * y, (1 - x) * (1 + x) - ay * ay) / 2.0)


def _turned(function):
    def of_angle(z, /):
        z = _complex(z)
        found = function(complex(-z.imag, z.real))
        return complex(found.imag, -found.real)
    return of_angle


sin, tan, asin, atan = builtin(_turned(sinh)), builtin(_turned(tanh)), builtin(_turned(asinh)), \
    builtin(_turned(atanh))


@builtin
def cos(z, /):
    z = _complex(z)
    return cosh(complex(-z.imag, z.real))
