"""torch.functional: what torch composes of several operations."""
import math
from numbers import Integral

import torch
from torch._autocast import full, lower
from torch import (atleast_1d, atleast_2d, atleast_3d, broadcast_tensors, einsum, meshgrid, norm,
                   split, unique, unique_consecutive)
from torch._one_node import each_for_the_other, named, result_alone, ruled
from torch._more import block_diag, broadcast_shapes, cartesian_prod, sum_to_size
from torch._halves import is_half, wide, without_halves

__all__ = ['atleast_1d', 'atleast_2d', 'atleast_3d', 'broadcast_shapes', 'broadcast_tensors',
           'cartesian_prod', 'block_diag', 'cdist', 'chain_matmul', 'einsum', 'norm', 'meshgrid',
           'split', 'tensordot', 'unique', 'unique_consecutive']


def inner(input, other):
    """Sums of products along the last dimension of both."""
    if input.dim() == 0 or other.dim() == 0:
        return input * other
    if input.size(-1) != other.size(-1):
        raise RuntimeError("inner() the last dimension must match on both input tensors but got shapes "
                           f"{list(input.shape)} and {list(other.shape)}")
    return tensordot(input, other, dims=([-1], [-1]))


def vdot(input, other):
    return torch.dot(input, other)


@lower
def addbmm(input, batch1, batch2, beta=1, alpha=1):
    if is_half(input):
        for left, right in zip(batch1, batch2):
            input, beta = torch.addmm(input, left, right, beta=beta, alpha=alpha), 1
        return input
    return beta * input + alpha * torch.bmm(batch1, batch2).sum(0)


@named('AddrBackward0')
def addr(input, vec1, vec2, beta=1, alpha=1):
    if is_half(input):  # which rounds after each step
        beta, alpha = torch.tensor([beta, alpha], dtype=input.dtype)
        return beta * input + (alpha * vec1).unsqueeze(1) * vec2
    return beta * input + alpha * torch.outer(vec1, vec2)


def chain_matmul(*matrices):
    product = matrices[0]
    for matrix in matrices[1:]:
        product = product @ matrix
    return product


def tensordot(a, b, dims=2):
    """Sums of products over dimensions of both: the last of a, the first of b, or those given."""
    if isinstance(dims, Integral):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a.dim(), b.dim()):
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        left, right = list(range(-dims, 0)), list(range(dims))
    else:
        left, right = [[d] if isinstance(d, Integral) else list(d) for d in dims]
    if len(left) != len(right):
        raise RuntimeError("both dimension lists should have same length")
    if a.dtype != b.dtype:
        raise RuntimeError("both inputs should have same dtype")
    for x, y in zip(left, right):
        if b.size(y) == 1:
            a = a.sum(x, keepdim=True).to(a.dtype)
        elif a.size(x) == 1:
            b = b.sum(y, keepdim=True).to(b.dtype)
        if a.size(x) != b.size(y):
            raise RuntimeError("contracted dimensions need to match, but first has size "
                               f"{a.size(x)} in dim {x} and second has size {b.size(y)} in dim {y}")
    left, right = [d % a.dim() for d in left], [d % b.dim() for d in right]
    rows = [d for d in range(a.dim()) if d not in left]
    columns = [d for d in range(b.dim()) if d not in right]
    inner_size = math.prod([a.size(d) for d in left])
    row_size = math.prod([a.size(d) for d in rows])
    column_size = math.prod([b.size(d) for d in columns])
    product = (a.permute(rows + left).reshape(row_size, inner_size)
               @ b.permute(right + columns).reshape(inner_size, column_size))
    return product.reshape([a.size(d) for d in rows] + [b.size(d) for d in columns])


@named('LinalgCrossBackward0', each_for_the_other)
def cross(input, other, dim=None):
    """The vector that stands upright on both."""
    if dim is None:
        import warnings
        warnings.warn("Using torch.cross without specifying the dim arg is deprecated.\nPlease either "
                      "pass the dim explicitly or simply use torch.linalg.cross.\nThe default value of "
                      "dim will change to agree with that of linalg.cross in a future release.")
        dim = [d for d in range(input.dim()) if input.size(d) == 3][0]
    if input.size(dim) != 3 or other.size(dim) != 3:
        raise RuntimeError("linalg.cross: inputs dimension -1 must have length 3. Got "
                           f"{input.size(dim)} and {other.size(dim)}")
    a, b, c = [input.select(dim, at) for at in range(3)]
    x, y, z = [other.select(dim, at) for at in range(3)]
    return torch.stack([b * z - c * y, c * x - a * z, a * y - b * x], dim)


@named('UnsafeViewBackward0(MulBackward0(UnsafeViewBackward0(0),UnsafeViewBackward0(1)))')
def kron(input, other):
    """Each cell of the input times all of the other."""
    dims = max(input.dim(), other.dim())
    a, b = [[1] * (dims - each.dim()) + list(each.shape) for each in (input, other)]
    wide = input.view([n for size in a for n in (size, 1)])
    tiles = other.view([n for size in b for n in (1, size)])
    return (wide * tiles).view([x * y for x, y in zip(a, b)])


def dist(input, other, p=2):
    return torch.norm(input - other, p)


def _cdist_rule(grad, x1, x2, p=2.0, compute_mode=None):
    """Equal rows have a gradient of 0."""
    apart = x1.unsqueeze(-2) - x2.unsqueeze(-3)
    far, grad = torch.norm(apart, p, -1, keepdim=True), grad.unsqueeze(-1)
    if p == 2:
        slopes = grad * apart / far
    elif p == math.inf:
        slopes = grad * apart.sign() * (apart.abs() == far)
    else:
        slopes = apart.sign() * apart.abs().pow(p - 1) * grad / far.pow(p - 1)
    slopes = torch.where(far == 0, 0.0, slopes) if p != 0 else torch.zeros_like(slopes)
    return sum_to_size(slopes.sum(-2), *x1.shape), sum_to_size(-slopes.sum(-3), *x2.shape)


@full
@ruled('CdistBackward0', _cdist_rule, result_alone)
def cdist(x1, x2, p=2.0, compute_mode=None):
    """How far each row of the one is from each row of the other."""
    for name, rows in ("X1", x1), ("X2", x2):
        if rows.dim() < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: "
                               f"{rows.dim()}D")
    if x1.size(-1) != x2.size(-1):
        raise RuntimeError("X1 and X2 must have the same number of columns. "
                           f"X1: {x1.size(-1)} X2: {x2.size(-1)}")
    if x1.numel() and x2.numel():
        without_halves('cdist', x1)
    for name, rows in ("X1", x1), ("X2", x2):
        if not rows.is_floating_point():
            raise RuntimeError(f"cdist only supports floating-point dtypes, {name} got: "
                               + rows.type()[6:-6])
    if x1.dtype != x2.dtype and x1.numel() and x2.numel():
        raise RuntimeError(f"expected scalar type {x1.type()[6:-6]} but found {x2.type()[6:-6]}")
    return torch.norm(x1.unsqueeze(-2) - x2.to(x1.dtype).unsqueeze(-3), p, -1)


def _running_mean(input, dim, keepdim):
    """The mean as it is made beside a variance, cell by cell: what follows an infinite one makes it nan."""
    if dim is None or input.dim() == 0:
        mean, before = input.mean(), input.flatten()[:-1].isinf().any()
    else:
        mean = input.mean(dim, keepdim)
        if not isinstance(dim, int) or input.size(dim) == 0:
            return mean
        before = input.narrow(dim, 0, input.size(dim) - 1).isinf().any(dim, keepdim)
    return mean.masked_fill(before, math.nan)


def var_mean(input, dim=None, unbiased=True, keepdim=False, correction=None):
    return (named('VarMeanBackward0')(torch.var)(input, dim, unbiased, keepdim, correction=correction),
            named('VarMeanBackward0')(_running_mean)(input, dim, keepdim))


def std_mean(input, dim=None, unbiased=True, keepdim=False, correction=None):
    return (named('StdMeanBackward0')(torch.std)(input, dim, unbiased, keepdim, correction=correction),
            named('StdMeanBackward0')(_running_mean)(input, dim, keepdim))


def _logcumsumexp_rule(grad, input, dim):
    """Along the dimension backwards: of what the gradients weigh more than 0 and less, in logarithms."""
    if grad.dim() == 0 or grad.numel() == 0:
        return grad
    result, logs = logcumsumexp(input, dim), grad.abs().log()
    least = torch.finfo(grad.dtype).min
    above, below = [logcumsumexp((torch.where(chosen, logs, least) - result).flip(dim), dim).flip(dim)
                    for chosen in (grad > 0, grad < 0)]
    return (above + input).exp() - (below + input).exp()


@ruled('LogcumsumexpBackward0', _logcumsumexp_rule, result_alone)
def logcumsumexp(input, dim):
    if is_half(input):
        return wide(logcumsumexp, input, dim)
    if input.dim() == 0 or input.numel() == 0:
        return input.exp().cumsum(dim).log()
    sums = []
    for cells in input.double().unbind(dim):
        sums.append(torch.logaddexp(sums[-1], cells) if sums else cells)
    return torch.stack(sums, dim).to(input.dtype)


def _no_heaviside(*args):
    raise RuntimeError('derivative for aten::heaviside is not implemented')


@ruled('torch::autograd::NotImplemented', _no_heaviside)
def heaviside(input, values):
    """0 below zero, 1 above, the value in between."""
    steps = torch.where(input > 0, torch.ones_like(input), torch.zeros_like(input))
    return torch.where(input == 0, values, steps)
