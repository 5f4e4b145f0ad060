"""numpy.linalg: lengths of vectors."""
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
