"""numpy.linalg: lengths of vectors, inverses."""
import math

import numpy as np


def norm(x, ord=None, axis=None, keepdims=False):
    x = np.asarray(x) * 1.0
    if ord == 1 and (axis is not None or x.ndim == 1):
        return np.sum(np.abs(x), axis=axis, keepdims=keepdims)
    if ord == np.inf and (axis is not None or x.ndim == 1):
        return np.max(np.abs(x), axis=axis, keepdims=keepdims)
    if ord is None or ord == 'fro' or (ord == 2 and (axis is not None or x.ndim == 1)):
        return np.sqrt(np.sum(x * x, axis=axis, keepdims=keepdims))
    raise NotImplementedError(f'numpy.linalg.norm(ord={ord}) is not there in qkv; ord=2 is')


def _square(a):
    a = np.asarray(a) * 1.0
    if a.ndim != 2:
        raise NotImplementedError('numpy.linalg of several matrices at once is not there in qkv')
    if a.shape[0] != a.shape[1]:
        raise LinAlgError('Last 2 dimensions of the array must be square')
    return a.tolist()


class LinAlgError(ValueError):
    pass


def _eliminate(rows, right):
    """Gauss: right becomes rows^-1 right; gives the determinant, 0 where there is no inverse."""
    size, sign, log_sum = len(rows), 1.0, 0.0
    for k in range(size):
        pivot = max(range(k, size), key=lambda i: abs(rows[i][k]))
        if rows[pivot][k] == 0:
            return 0.0
        if pivot != k:
            rows[k], rows[pivot] = rows[pivot], rows[k]
            right[k], right[pivot] = right[pivot], right[k]
            sign = -sign
        sign = sign if rows[k][k] > 0 else -sign
        log_sum += math.log(abs(rows[k][k]))
        for i in range(k + 1, size):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k])]
            right[i] = [x - factor * y for x, y in zip(right[i], right[k])]
    for k in range(size - 1, -1, -1):
        for i in range(k + 1, size):
            right[k] = [x - rows[k][i] * y for x, y in zip(right[k], right[i])]
        right[k] = [x / rows[k][k] for x in right[k]]
    return sign * math.exp(log_sum)


def det(a):
    rows = _square(a)
    return np.float64(_eliminate(rows, [[] for _ in rows]))


def solve(a, b):
    rows, b = _square(a), np.asarray(b) * 1.0
    right = b.reshape(len(rows), -1).tolist()
    if _eliminate(rows, right) == 0:
        raise LinAlgError('Singular matrix')
    return np.array(right).reshape(b.shape)


def inv(a):
    return solve(a, np.eye(len(a)))


def cholesky(a):
    rows = _square(a)
    lower = [[0.0] * len(rows) for _ in rows]
    for i in range(len(rows)):
        for j in range(i + 1):
            rest = rows[i][j] - sum([lower[i][k] * lower[j][k] for k in range(j)])
            if i == j and rest <= 0:
                raise LinAlgError('Matrix is not positive definite')
            lower[i][j] = rest ** 0.5 if i == j else rest / lower[j][j]
    return np.array(lower)


def matrix_power(a, n):
    a = np.asarray(a)
    a, n = (inv(a), -n) if n < 0 else (a, n)
    product = np.eye(len(a), dtype=a.dtype)
    for _ in range(n):
        product = product @ a
    return product


def __getattr__(name):
    if name in ('svd', 'eig', 'eigh', 'eigvals', 'eigvalsh', 'qr', 'pinv', 'matrix_rank', 'lstsq',
                'cond'):
        raise NotImplementedError(f'numpy.linalg.{name} is not there in qkv; inv, det, solve, '
                                  'cholesky and norm are')
    raise AttributeError(f"module 'numpy.linalg' has no attribute '{name}'")
