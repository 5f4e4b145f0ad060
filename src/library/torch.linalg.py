"""torch.linalg: lengths and products."""
import math

import torch


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None):
    return torch.norm(x, ord, dim, keepdim, dtype)


def matrix_norm(A, ord='fro', dim=(-2, -1), keepdim=False, *, dtype=None):
    if ord == 'fro':
        return torch.norm(A, 'fro', dim, keepdim, dtype)
    if ord not in (1, -1, math.inf, -math.inf):
        raise NotImplementedError(f"torch.linalg.matrix_norm with ord={ord} is not there in qkv")
    rows, columns = [d % A.dim() for d in dim]
    added, kept = (rows, columns) if ord in (1, -1) else (columns, rows)
    sums = torch.norm(A, 1, added, True, dtype)
    found = sums.amax(kept, True) if ord > 0 else sums.amin(kept, True)
    return found if keepdim else found.squeeze(rows).squeeze(columns - (columns > rows))


def norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    if ord is None:
        return torch.norm(A, 2, dim, keepdim, dtype)
    if dim is None and ord == 'fro' or A.dim() == 2 and dim is None:
        return matrix_norm(A, ord, (-2, -1), keepdim, dtype=dtype)
    if isinstance(dim, (tuple, list)) and len(dim) == 2:
        return matrix_norm(A, ord, dim, keepdim, dtype=dtype)
    return vector_norm(A, ord, dim, keepdim, dtype=dtype)


def multi_dot(tensors):
    return torch.chain_matmul(*tensors)


def cross(input, other, *, dim=-1):
    return torch.cross(input, other, dim)


def matmul(input, other):
    return input @ other
