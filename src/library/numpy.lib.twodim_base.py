"""numpy.lib.twodim_base: matrices by their diagonals."""
import numpy as np


def diag(v, k=0):
    v = np.asarray(v)
    if v.ndim == 2:
        return np.diagonal(v, k)
    if v.ndim != 1:
        raise ValueError("Input must be 1- or 2-d.")
    size = len(v) + abs(k)
    made = np.zeros((size, size), dtype=v.dtype)
    places = np.arange(len(v))
    made[places + max(0, -k), places + max(0, k)] = v
    return made


def fill_diagonal(a, val):
    places = np.arange(min(a.shape))
    a[places, places] = val


def fliplr(m):
    return np.flip(np.asarray(m), axis=1)


def flipud(m):
    return np.flip(np.asarray(m), axis=0)


def tri(N, M=None, k=0, dtype=None):
    M = N if M is None else M
    return np.tril(np.ones((N, M), dtype=np.float64 if dtype is None else dtype), k)


def tril_indices(n, k=0, m=None):
    return np.nonzero(tri(n, m, k))


def triu_indices(n, k=0, m=None):
    return np.nonzero(1 - tri(n, m, k - 1))


def diag_indices(n, ndim=2):
    return (np.arange(n),) * ndim


def vander(x, N=None, increasing=False):
    x = np.asarray(x)
    N = len(x) if N is None else N
    powers = np.arange(N) if increasing else np.arange(N - 1, -1, -1)
    return x[:, None] ** powers
