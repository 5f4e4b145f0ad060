"""Functions of torch that are seldom seen, made of others."""
import math
from numbers import Integral

import torch
import torch.return_types as return_types
from torch._autocast import full
from torch._halves import is_half, refuse_halves, wide

_integers = range  # torch has a range of its own


# ---- elementwise --------------------------------------------------------------------------------


def arccos(input):
    return input.acos()


def arcsin(input):
    return input.asin()


def arctan(input):
    return input.atan()


def acosh(input):
    """log(x + sqrt(x^2 - 1)), so that it is exact near 1."""
    if is_half(input):
        return wide(acosh, input)
    more = input - 1
    return (more + (2 * more + more * more).sqrt()).log1p()


def asinh(input):
    """log(x + sqrt(x^2 + 1)), so that it is exact near 0."""
    if is_half(input):
        return wide(asinh, input)
    size = input.abs()
    return input.sign() * (size + size * size / (1 + (size * size + 1).sqrt())).log1p()


def atanh(input):
    if is_half(input):
        return wide(atanh, input)
    return (2 * input / (1 - input)).log1p() / 2


arccosh, arcsinh, arctanh = acosh, asinh, atanh


def angle(input):
    """pi where the number is negative."""
    zeros = torch.zeros_like(input) if input.is_floating_point() else torch.zeros(input.shape)
    return torch.where(input < 0, torch.full_like(zeros, math.pi), zeros + input * 0)


def copysign(input, other):
    other = other if isinstance(other, torch.Tensor) else torch.tensor(float(other))
    size = input.abs() if input.is_floating_point() else input.abs().float()
    return torch.where(other.signbit(), -size, size)


def float_power(input, exponent):
    if not isinstance(input, torch.Tensor):
        return torch.tensor(input, dtype=torch.float64) ** exponent.double()
    exponent = exponent.double() if isinstance(exponent, torch.Tensor) else exponent
    return input.double() ** exponent


def ldexp(input, other):
    return input * torch.pow(2.0, other)


def frexp(input):
    """A fraction between a half and one, and the power of two that it is to be multiplied with."""
    exponent = torch.where(input == 0, torch.zeros_like(input), input.abs().log2().floor() + 1)
    fraction = input / torch.pow(2.0, exponent)
    return return_types.frexp((fraction, exponent.int()))


def logaddexp2(input, other):
    if is_half(input):
        return wide(logaddexp2, input, other)
    most = torch.maximum(input, other)
    return most + ((input - most).exp2() + (other - most).exp2()).log2()



def _of_pairs(function, input, other):
    input, other = torch.broadcast_tensors(input, other)
    pairs = zip(input.flatten().tolist(), other.flatten().tolist())
    dtype = torch.result_type(input, other)
    return torch.tensor([function(a, b) for a, b in pairs], dtype=dtype).view(input.shape)


def gcd(input, other):
    return _of_pairs(math.gcd, input, other)


def lcm(input, other):
    return _of_pairs(math.lcm, input, other)


def nextafter(input, other):
    """The number next to each, towards the other."""
    step = torch.finfo(input.dtype).eps
    least = step * torch.finfo(input.dtype).tiny
    power = torch.pow(2.0, input.abs().log2().floor()).clamp(min=torch.finfo(input.dtype).tiny)
    up = other > input
    grows = up == (input > 0)
    on_edge = (input.abs() == power).logical_and(grows.logical_not())
    width = torch.where(on_edge, power * step / 2, power * step).clamp(min=least)
    width = torch.where(input == 0, torch.full_like(input, least), width)
    return torch.where(input == other, other, torch.where(up, input + width, input - width))


def isposinf(input):
    return input == math.inf


def isneginf(input):
    return input == -math.inf


# The numbers of Lanczos's approximation for g = 7.
_LANCZOS = (676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
            12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7)


def lgamma(input):
    """The logarithm of (n - 1)! for numbers in between as well (C. Lanczos, 1964)."""
    x = input.double()
    reflected = x < 0.5
    z = torch.where(reflected, 1 - x, x) - 1
    series = 0.99999999999980993
    for i, number in enumerate(_LANCZOS):
        series = series + number / (z + i + 1)
    t = z + 7.5
    found = 0.5 * math.log(2 * math.pi) + (z + 0.5) * t.log() - t + series.log()
    found = torch.where(reflected, (math.pi / (math.pi * x).sin().abs()).log() - found, found)
    found = found.masked_fill((x == 1).logical_or(x == 2), 0)
    return found.to(input.dtype if input.is_floating_point() else torch.float32)


def digamma(input):
    """How fast lgamma grows: by its recurrence up to 6, from there on by a series."""
    x, shift = input.double(), 0
    for _ in _integers(8):
        small = x < 8
        shift = shift - torch.where(small, 1 / x, torch.zeros_like(x))
        x = torch.where(small, x + 1, x)
    square = 1 / (x * x)
    series = square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (
        1 / 240 - square / 132))))
    found = x.log() - 0.5 / x - series + shift
    return found.to(input.dtype if input.is_floating_point() else torch.float32)


# ---- statistics ----------------------------------------------------------------------------------


def nanmedian(input, dim=None, keepdim=False):
    """The lower median of what is no nan."""
    if dim is None:
        cells = input.flatten()
        there = cells[cells.isnan().logical_not()]
        return there.median() if there.numel() else torch.tensor(math.nan, dtype=input.dtype)
    ordered, places = input.sort(dim)
    count = input.isnan().logical_not().sum(dim, keepdim=True)
    middle = ((count - 1) // 2).clamp(min=0)
    found = ordered.gather(dim, middle), places.gather(dim, middle)
    found = found if keepdim else [part.squeeze(dim) for part in found]
    return return_types.nanmedian(tuple(found))


@full
def nanquantile(input, q, dim=None, keepdim=False, *, interpolation='linear'):
    """The quantile of what is no nan, line by line."""
    if dim is None:
        cells = input[input.isnan().logical_not()]
        found = torch.quantile(cells, q, interpolation=interpolation)
        return found.view((1,) * input.dim()) if keepdim else found
    lines = input.movedim(dim, -1)
    found = [nanquantile(line, q, interpolation=interpolation)
             for line in lines.reshape(-1, lines.size(-1))]
    found = torch.stack(found, -1)
    found = found.view(found.shape[:-1] + lines.shape[:-1])
    return found.unsqueeze(dim % input.dim() + found.dim() - input.dim() + 1) if keepdim else found


def cumulative_trapezoid(y, x=None, *, dx=None, dim=-1):
    count = y.size(dim) - 1
    pairs = y.narrow(dim, 0, count) + y.narrow(dim, 1, count)
    if x is None:
        return (pairs * (0.5 * (1 if dx is None else dx))).cumsum(dim)
    return ((x.narrow(-1, 1, count) - x.narrow(-1, 0, count)) * pairs / 2.0).cumsum(dim)


def gradient(input, *, spacing=1, dim=None, edge_order=1):
    """Differences to the neighbours, halved; at the edges to the one there is."""
    if edge_order != 1 or not isinstance(spacing, (int, float)):
        raise NotImplementedError("torch.gradient with edge_order or coordinates is not there in qkv")
    dims = _integers(input.dim()) if dim is None else [dim] if isinstance(dim, Integral) else dim
    return tuple(_gradient_along(input, spacing, d) for d in dims)


def _gradient_along(input, spacing, dim):
    size = input.size(dim)
    inner = (input.narrow(dim, 2, size - 2) - input.narrow(dim, 0, size - 2)) / (2.0 * spacing)
    first = (input.narrow(dim, 1, 1) - input.narrow(dim, 0, 1)) / spacing
    last = (input.narrow(dim, size - 1, 1) - input.narrow(dim, size - 2, 1)) / spacing
    return torch.cat([first, inner, last], dim)


def pdist(input, p=2.0):
    """How far each row is from each later one."""
    rows = input.size(0)
    if rows < 2:
        return input.new_zeros(0)
    first, second = torch.triu_indices(rows, rows, 1)
    return torch.norm(input[first] - input[second], p, -1)


# ---- triangles -----------------------------------------------------------------------------------


def cholesky_solve(B, L, upper=False):
    """A^-1 B, where A is the product of a triangle and itself turned."""
    L = L.mT if upper else L
    half = torch.linalg.solve_triangular(L, B, upper=False)
    return torch.linalg.solve_triangular(L.mT, half, upper=True)


def cholesky_inverse(L, upper=False):
    return cholesky_solve(torch.eye(L.size(-1), dtype=L.dtype).expand_as(L), L, upper)


# ---- making, cutting, placing --------------------------------------------------------------------


def range(start=0, end=None, step=1, *, dtype=None):
    import warnings
    warnings.warn("torch.range is deprecated and will be removed in a future release because its "
                  "behavior is inconsistent with Python's range builtin. Instead, use torch.arange, "
                  "which produces values in [start, end).")
    start, end = (0, start) if end is None else (start, end)
    count = math.floor((end - start) / step) + 1
    dtype = torch.get_default_dtype() if dtype is None else dtype
    return (torch.arange(count, dtype=torch.float64) * step + start).to(dtype)


def scalar_tensor(s, *, dtype=None, device=None):
    return torch.tensor(s, dtype=torch.get_default_dtype() if dtype is None else dtype)


def empty_strided(size, stride, *, dtype=None, device=None, requires_grad=False):
    room = 1 + sum((n - 1) * by for n, by in zip(size, stride)) if 0 not in size else 0
    return torch.empty(room, dtype=dtype).as_strided(size, stride)


def fill(input, value):
    return torch.full_like(input, value)


def rsub(input, other, alpha=1):
    return other - input if alpha == 1 else torch.sub(other, input, alpha=alpha)


def diagflat(input, offset=0):
    return torch.diag(input.flatten(), offset)


def dsplit(input, indices_or_sections=None, *, indices=None, sections=None):
    if input.dim() < 3:
        raise RuntimeError("torch.dsplit requires a tensor with at least 3 dimension, but got a tensor "
                           f"with {input.dim()} dimensions!")
    return torch.tensor_split(input, indices_or_sections, 2, indices=indices, sections=sections)


def unsafe_chunk(input, chunks, dim=0):
    return input.chunk(chunks, dim)


def unsafe_split(input, split_size, dim=0):
    return input.split(split_size, dim)


def unsafe_split_with_sizes(input, split_sizes, dim=0):
    return input.split(split_sizes, dim)


def narrow_copy(input, dim, start, length):
    return input.narrow(dim, start, length).clone()


def select_scatter(input, src, dim, index):
    """A copy, in which one slice is another."""
    found = input.clone()
    found.select(dim, index).copy_(src)
    return found


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    found = input.clone()
    found[(slice(None),) * (dim % input.dim()) + (slice(start, end, step),)] = src
    return found


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    found = input.clone()
    found.diagonal(offset, dim1, dim2).copy_(src)
    return found


def put(input, index, source, accumulate=False):
    """A copy with some cells written, counted in reading order."""
    found = input.flatten().index_put((index.flatten(),), source.flatten(), accumulate)
    return found.view(input.shape)


def _window(window_length, periodic, dtype, made):
    dtype = torch.get_default_dtype() if dtype is None else dtype
    if window_length <= 1:
        return torch.ones(window_length, dtype=dtype)
    steps = window_length if periodic else window_length - 1
    return made(torch.arange(window_length, dtype=dtype) / steps)


def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None):
    return _window(window_length, periodic, dtype,
                   lambda part: alpha - beta * (2 * math.pi * part).cos())


def blackman_window(window_length, periodic=True, *, dtype=None):
    return _window(window_length, periodic, dtype, lambda part: 0.08 * (
        4 * math.pi * part).cos() - 0.5 * (2 * math.pi * part).cos() + 0.42)


def bartlett_window(window_length, periodic=True, *, dtype=None):
    return _window(window_length, periodic, dtype, lambda part: 1 - (2 * part - 1).abs())


# ---- questions -----------------------------------------------------------------------------------


def is_signed(input):
    return input.dtype not in (torch.bool, torch.uint8)


def is_same_size(input, other):
    return input.shape == other.shape


def is_conj(input):
    return False


is_neg = is_distributed = is_conj


def get_device(input):
    return -1


def resolve_conj(input):
    return input


resolve_neg = resolve_conj
