"""torch.linalg: lengths and products, inverses and determinants."""
import math

import torch
from torch._one_node import first_and_result, first_tensor, named, result_alone, ruled
import torch.return_types as return_types
from torch._autocast import full, lower
from torch._halves import low_precision, without_halves


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


class _LinAlgError(RuntimeError):
    __module__ = 'torch._C'


LinAlgError = _LinAlgError


def _check_square(name, A):
    if A.dim() < 2:
        raise RuntimeError(f"linalg.{name}: The input tensor A must have at least 2 dimensions.")
    if A.size(-1) != A.size(-2):
        raise RuntimeError(f"linalg.{name}: A must be batches of square matrices, but they are "
                           f"{A.size(-2)} by {A.size(-1)} matrices")


def _eliminated(A, B):
    """Gauss with the largest pivot: an upper triangle, what became of B, and how often rows were
    exchanged; None where there is no pivot."""
    rows, swaps = torch.cat([A, B], 1), 0
    for k in range(A.size(0)):
        pivot = k + int(rows[k:, k].abs().argmax())
        if rows[pivot, k] == 0:
            return None, None, k + 1
        if pivot != k:
            order = list(range(A.size(0)))
            order[k], order[pivot] = pivot, k
            rows, swaps = rows[order], swaps + 1
        if k + 1 < A.size(0):
            factors = rows[k + 1:, k:k + 1] / rows[k, k]
            rows = torch.cat([rows[:k + 1], rows[k + 1:] - factors * rows[k]])
    return rows[:, :A.size(1)], rows[:, A.size(1):], swaps


def _back(U, B):
    """U^-1 B for an upper triangle, from the last row up."""
    found = [None] * U.size(0)
    for k in reversed(range(U.size(0))):
        rest = B[k]
        if k + 1 < U.size(0):
            rest = rest - U[k, k + 1:] @ torch.stack(found[k + 1:])
        found[k] = rest / U[k, k]
    return torch.stack(found)


def _each(function, A, *more):
    """A function of one matrix, of each of a batch."""
    if A.dim() == 2:
        return function(A, *more)
    found = [_each(function, A[i], *[other[i] for other in more]) for i in range(A.size(0))]
    if isinstance(found[0], tuple):
        return tuple(torch.stack(part) for part in zip(*found))
    return torch.stack(found)


def _solved(name, A, B):
    U, right, place = _eliminated(A, B)
    if U is None:
        raise LinAlgError(f"linalg.{name}: The diagonal element {place} is zero, the "
                          f"{'inversion' if name == 'inv' else 'solve'} could not be completed "
                          "because the input matrix is singular.")
    return _back(U, right)


def _by_columns(A):
    """As LAPACK leaves a matrix: its columns one after another in memory."""
    return A.mT.clone(memory_format=torch.contiguous_format).mT.clone()


@full
@named('LinalgInvExBackward0', result_alone)
def inv(A):
    low_precision('linalg.inv', A)
    _check_square('inv', A)
    return _by_columns(
        _each(lambda one: _solved('inv', one, torch.eye(one.size(0), dtype=one.dtype)), A))


@full
@named('LinalgSolveExBackward0', first_and_result)
def solve(A, B):
    without_halves('lu_cpu', A)
    _check_square('solve', A)
    if B.dim() == A.dim() - 1:
        return solve(A, B.unsqueeze(-1)).squeeze(-1)
    return _by_columns(_each(lambda one, right: _solved('solve', one, right), A, B))


def _no_slope(grad, A):
    raise NotImplementedError("the derivative of det() of a matrix without an inverse is not there in qkv")


@ruled('LinalgDetBackward0', _no_slope)
def _singular(A):
    return torch.zeros((), dtype=A.dtype)


def _determinant(A):
    U, _, swaps = _eliminated(A, A[:, :0])
    if U is None:
        return _singular(A)
    product = U.diagonal().prod()
    return -product if swaps % 2 else product


@named('LinalgDetBackward0', first_tensor)
def det(A):
    without_halves('lu_cpu', A)
    _check_square('det', A)
    return _each(_determinant, A)


def slogdet(A):
    low_precision('linalg.slogdet', A)
    value = det(A)
    return return_types.linalg_slogdet((value.sign(), value.abs().log()))


def logdet(A):
    low_precision('logdet', A)
    return det(A).log()


def solve_triangular(A, B, *, upper, left=True, unitriangular=False):
    """A^-1 B for a triangle, row by row; B A^-1 with left=False."""
    without_halves('triangular_solve_cpu', A)
    _check_square('solve_triangular', A)
    if not left:
        return solve_triangular(A.mT, B.mT, upper=not upper, unitriangular=unitriangular).mT
    if unitriangular:
        A = A - torch.diag_embed(A.diagonal(dim1=-2, dim2=-1)) + torch.eye(A.size(-1), dtype=A.dtype)
    if upper:
        return _by_columns(_each(_back, A, B))
    return _by_columns(_each(_back, A.flip(-2, -1), B.flip(-2)).flip(-2))


@lower
def vecdot(x, y, *, dim=-1):
    return (x * y).sum(dim)


def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    return A.diagonal(offset, dim1, dim2)


def vander(x, N=None):
    return torch.vander(x, N, True)


def _triangle(A):
    columns, size = [], A.size(0)
    for k in range(size):
        rest = A[k:, k]
        if columns:
            before = torch.stack(columns, 1)
            rest = rest - before[k:] @ before[k]
        if not rest[0] > 0:
            raise LinAlgError(f"linalg.cholesky: The factorization could not be completed because "
                              f"the input is not positive-definite (the leading minor of order "
                              f"{k + 1} is not positive-definite).")
        columns.append(torch.nn.functional.pad(rest / rest[0].sqrt(), (k, 0)))
    return torch.stack(columns, 1)


@full
@named('LinalgCholeskyExBackward0', result_alone)
def cholesky(A, *, upper=False):
    without_halves('cholesky_cpu', A)
    _check_square('cholesky', A)
    found = _by_columns(_each(_triangle, A))
    return found.mT if upper else found


def _reflected(A, complete):
    """Householder's reflections, with LAPACK's signs: each makes a column end below the diagonal."""
    rows, columns = A.shape
    one = torch.ones(1, 1, dtype=A.dtype)
    # A single row's Q is 1, of which the row has a gradient, too: 0.
    Q = torch.eye(rows, dtype=A.dtype) if rows != 1 or not columns else torch.where(one > 0, one, A[:, :1])
    for k in range(min(rows - 1, columns)):
        column = A[k:, k]
        below = column[1:].norm()
        if below == 0:
            continue
        length = column.norm()
        end = -length if column[0] >= 0 else length
        v = torch.cat([torch.ones(1, dtype=A.dtype), column[1:] / (column[0] - end)])
        tau = (end - column[0]) / end
        A = torch.cat([A[:k], A[k:] - tau * torch.outer(v, v @ A[k:])])
        Q = torch.cat([Q[:, :k], Q[:, k:] - tau * torch.outer(Q[:, k:] @ v, v)], 1)
    kept = rows if complete else min(rows, columns)
    return Q[:, :kept], A[:kept].triu()


@full
def qr(A, mode='reduced'):
    without_halves('geqrf_cpu', A)
    complete = mode == 'complete'
    Q, R = _each(lambda one: _reflected(one, complete), A)
    return return_types.linalg_qr((_by_columns(Q), _by_columns(R)))


def householder_product(A, tau):
    """The first columns of a product of reflections: of each what stands below the diagonal."""
    if A.dim() > 2:
        return _each(householder_product, A, tau)
    rows, columns = A.shape
    Q = torch.eye(rows, dtype=A.dtype)[:, :columns]
    for k in reversed(range(tau.size(-1))):
        v = torch.nn.functional.pad(A[k + 1:, k], (k + 1, 0))
        v[k] = 1
        Q = Q - tau[k] * torch.outer(v, v @ Q)
    return Q


def matrix_exp(A):
    """The series of exp, of a part that is small, multiplied by itself."""
    _check_square('matrix_exp', A)
    size = float(A.abs().sum(-2).max()) if A.numel() else 0.0
    halvings = max(0, math.ceil(math.log2(size)) + 2) if size > 0 else 0
    part = A / 2 ** halvings
    term = found = torch.eye(A.size(-1), dtype=A.dtype).expand_as(A).clone()
    for k in range(1, 13):
        term = term @ part / k
        found = found + term
    for _ in range(halvings):
        found = found @ found
    return found


def matrix_power(A, n):
    return torch.matrix_power(A, n)


def __getattr__(name):
    if name in ('svd', 'svdvals', 'eig', 'eigh', 'eigvals', 'eigvalsh', 'pinv', 'matrix_rank',
                'lstsq', 'cond', 'lu'):
        raise NotImplementedError(f"torch.linalg.{name} is not there in qkv; qr, inv, det, solve, "
                                  "cholesky and norm are")
    raise AttributeError(f"module 'torch.linalg' has no attribute '{name}'")
