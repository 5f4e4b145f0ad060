"""math: what is made of whole numbers and of many numbers; the rest is in C."""

from _qkv import builtin, index

pi, e, tau = 3.141592653589793, 2.718281828459045, 6.283185307179586
inf, nan = float('inf'), float('nan')


@builtin
def lcm(*integers):
    multiple = 1
    for n in integers:
        n = index(n)
        if n == 0:
            return 0
        multiple = abs(multiple // gcd(multiple, n) * n)
    return multiple


def _natural(n, k):
    n, k = index(n), index(k)
    if n < 0 or k < 0:
        raise ValueError(f"{'n' if n < 0 else 'k'} must be a non-negative integer")
    return n, k


@builtin
def comb(n, k, /):
    n, k = _natural(n, k)
    if k > n:
        return 0
    result = 1
    for i in range(min(k, n - k)):
        result = result * (n - i) // (i + 1)
    return result


@builtin
def perm(n, k=None, /):
    if k is None:
        return factorial(n)
    n, k = _natural(n, k)
    return prod(range(n - k + 1, n + 1)) if k <= n else 0


@builtin
def prod(iterable, /, *, start=1):
    for item in iterable:
        start = start * item
    return start


def _real(x):
    """As a float, also what is in a tensor of one element."""
    return float(x) if isinstance(x, (int, float)) else copysign(fabs(x), x)


def _add_exactly(parts, x):
    """To numbers that do not overlap, the smallest first, and that stay so."""
    kept = 0
    for y in parts:
        if abs(x) < abs(y):
            x, y = y, x
        high = x + y
        low = y - (high - x)
        if low:
            parts[kept] = low
            kept += 1
        x = high
    parts[kept:] = [x]


@builtin
def fsum(seq, /):
    """The exact sum, rounded once: J. Shewchuk, "Adaptive Precision Floating-Point Arithmetic"."""
    parts, others = [], []
    for x in seq:
        x = _real(x)
        if isfinite(x):
            _add_exactly(parts, x)
        else:
            others.append(x)
    if others:
        total = sum(others)
        if isnan(total) and not any(isnan(x) for x in others):
            raise ValueError("-inf + inf in fsum")
        return total
    high = low = 0.0
    while parts and not low:
        x, y = high, parts.pop()
        high = x + y
        low = y - (high - x)
    if parts and (low < 0) == (parts[-1] < 0):  # what is left decides a tie
        x = high + 2 * low
        if 2 * low == x - high:
            high = x
    if not isfinite(high):
        raise OverflowError("intermediate overflow in fsum")
    return high


@builtin
def dist(p, q, /):
    p, q = [_real(x) for x in p], [_real(x) for x in q]
    if len(p) != len(q):
        raise ValueError("both points must have the same number of dimensions")
    return hypot(*[x - y for x, y in zip(p, q)])
