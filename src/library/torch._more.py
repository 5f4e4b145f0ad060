"""Functions of torch that are made of other operations: order statistics, grids, differences."""
from numbers import Integral
import itertools
import math

import torch
import torch.return_types as return_types
from torch._autocast import full
from torch._builtins import binary_search
from torch._halves import is_half, wide, widened
from torch._one_node import first_tensor, named, ruled


def fliplr(input):
    if input.dim() < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return input.flip(1)


def flipud(input):
    if input.dim() < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return input.flip(0)


def msort(input):
    return input.sort(0)[0]


def broadcast_shapes(*shapes):
    """The shape of what comes of tensors of these shapes."""
    sizes = []
    for shape in shapes:
        shape = (shape,) if isinstance(shape, Integral) else tuple(shape)
        sizes = [1] * (len(shape) - len(sizes)) + sizes
        for d in range(-len(shape), 0):
            if 1 not in (shape[d], sizes[d]) and shape[d] != sizes[d]:
                raise RuntimeError("Shape mismatch: objects cannot be broadcast to a single shape")
            sizes[d] = shape[d] if sizes[d] == 1 else sizes[d]
    return torch.Size(sizes)


def cartesian_prod(*tensors):
    """All rows that take one cell of each."""
    if len(tensors) == 1:
        return tensors[0]
    grids = torch.meshgrid(*tensors, indexing='ij')
    return torch.stack([grid.reshape(-1) for grid in grids], 1)


def combinations(input, r=2, with_replacement=False):
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    rows = [list(row) for row in choose(range(input.size(0)), r)]
    return input[torch.tensor(rows, dtype=torch.int64).reshape(-1, r)]


@named('BlockDiagBackward0')
def block_diag(*tensors):
    blocks = [block.reshape(1, -1) if block.dim() < 2 else block for block in tensors]
    width, rows, before = sum([block.size(1) for block in blocks]), [], 0
    for block in blocks:
        rows.append(torch.nn.functional.pad(block, (before, width - before - block.size(1))))
        before += block.size(1)
    return torch.cat(rows, 0)


def hsplit(input, indices_or_sections=None, *, indices=None, sections=None):
    return torch.tensor_split(input, indices_or_sections, 0 if input.dim() == 1 else 1, indices=indices,
                              sections=sections)


def vsplit(input, indices_or_sections=None, *, indices=None, sections=None):
    return torch.tensor_split(input, indices_or_sections, 0, indices=indices, sections=sections)


def vander(x, N=None, increasing=False):
    N = x.size(0) if N is None else N
    powers = torch.arange(N) if increasing else torch.arange(N - 1, -1, -1)
    return x.unsqueeze(-1) ** powers


def diff(input, n=1, dim=-1, prepend=None, append=None):
    if input.dim() == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    parts = [part for part in (prepend, input, append) if part is not None]
    input = torch.cat(parts, dim) if len(parts) > 1 else input
    for _ in range(min(n, input.size(dim))):
        count = input.size(dim) - 1
        later, earlier = input.narrow(dim, 1, count), input.narrow(dim, 0, count)
        input = later ^ earlier if input.dtype == torch.bool else later - earlier
    return input


@named('MulBackward1')
def trapezoid(y, x=None, dx=1.0, dim=-1):
    if x is None:
        return (y.sum(dim) - (y.select(dim, 0) + y.select(dim, -1)) * 0.5) * dx
    count = y.size(dim) - 1
    pairs = y.narrow(dim, 0, count) + y.narrow(dim, 1, count)
    return ((x.narrow(-1, 1, count) - x.narrow(-1, 0, count)) * pairs).sum(dim) / 2.0


trapz = trapezoid


def nanmean(input, dim=None, keepdim=False):
    there = input.isnan().logical_not()
    count = there.sum() if dim is None else there.sum(dim, keepdim)
    return torch.nansum(input, dim, keepdim) / count


def signbit(input):
    return (input < 0) | ((input == 0) & (1 / input < 0)) if input.is_floating_point() else input < 0


def _sinc_rule(grad, input):
    turned, square = input * math.pi, input * input * math.pi
    slope = grad * ((turned * turned.cos() - turned.sin()) / square)
    return torch.where(square == 0, 0.0, slope)


@ruled('SincBackward0', _sinc_rule)
def sinc(input):
    if is_half(input):
        return wide(sinc, input)
    turned = input * math.pi
    return torch.where(input == 0, torch.ones_like(turned), turned.sin() / turned)


@named('RenormBackward0')
def renorm(input, p, dim, maxnorm):
    if input.dim() < 2:
        raise RuntimeError(f"renorm: input needs at least 2 dimensions, got {input.dim()} dimensions")
    others = [d for d in range(input.dim()) if d != dim % input.dim()]
    norms = torch.norm(widened(input), p, others, True)
    factor = torch.where(norms > maxnorm, maxnorm / (norms + 1e-7), torch.ones_like(norms))
    return (input * factor.to(input.dtype)).contiguous()


def _between(ordered, levels, interpolation):
    """The numbers at these levels of lines that are in order: the last dimension of the result."""
    places = [level * (ordered.size(-1) - 1) for level in levels]
    pick = {'lower': math.floor, 'higher': math.ceil, 'nearest': round}.get(interpolation)
    if pick:
        return ordered.index_select(-1, torch.tensor([pick(place) for place in places]))
    below = [math.floor(place) for place in places]
    above = [min(place + 1, ordered.size(-1) - 1) for place in below]
    parts = [0.5 if interpolation == 'midpoint' and place != low else place - low
             for place, low in zip(places, below)]
    return torch.lerp(ordered.index_select(-1, torch.tensor(below)),
                      ordered.index_select(-1, torch.tensor(above)),
                      torch.tensor(parts, dtype=ordered.dtype))


@full
@named('SqueezeBackward4')
def quantile(input, q, dim=None, keepdim=False, *, interpolation='linear'):
    if not input.is_floating_point() or is_half(input):
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if input.numel() == 0:
        raise RuntimeError("quantile() input tensor must be non-empty")
    levels = q.tolist() if isinstance(q, torch.Tensor) else q
    several = isinstance(levels, list)
    levels = levels if several else [levels]
    if not all(0 <= level <= 1 for level in levels):
        raise RuntimeError("quantile() q values must be in the range [0, 1]" if
                           isinstance(q, torch.Tensor) else "quantile() q must be in the range [0, 1]")
    if dim is not None:
        input.size(dim)  # which refuses what is none
    flat = dim is None or input.dim() == 0
    lines = input.flatten() if flat else input.unsqueeze(-1).transpose(dim % input.dim(), -1)
    ordered = lines.sort(-1)[0]
    found = _between(ordered, levels, interpolation)
    unordered = ordered[..., -1:].isnan()  # they stand at the end
    if unordered.any():
        found = found.masked_fill(unordered, math.nan)
    if flat and keepdim:
        found = found.view((1,) * input.dim() + (-1,))
    elif not flat and not keepdim:
        found = found.squeeze(dim % input.dim())
    return found.movedim(-1, 0) if several else found.squeeze(-1)


def cov(input, *, correction=1, fweights=None, aweights=None):
    if fweights is not None or aweights is not None:
        raise NotImplementedError('cov() of weighted observations is not there in qkv; of repeated ones '
                                  'it is: repeat_interleave')
    if input.dim() > 2:
        raise RuntimeError("cov(): expected input to have two or fewer dimensions but got an input "
                           f"with {input.dim()} dimensions")
    if input.dtype == torch.bool:
        raise RuntimeError("cov(): bool dtype is not supported for input")
    input = input if input.is_floating_point() else input.float()
    rows = input.view(1, -1) if input.dim() < 2 else input
    count = torch.tensor(rows.size(1), dtype=rows.dtype)
    apart = rows - (rows.sum(1) / count).unsqueeze(1)
    found = apart @ apart.t() / torch.tensor(max(rows.size(1) - correction, 0), dtype=rows.dtype)
    return found.squeeze()


def corrcoef(input):
    found = cov(input)
    if found.dim() == 0:
        return found / found
    deviation = found.diagonal().sqrt()
    return (found / deviation.unsqueeze(1) / deviation.unsqueeze(0)).clamp(-1, 1)


def histc(input, bins=100, min=0, max=0):
    if not input.is_floating_point():
        kernel = 'linspace_cpu' if input.dtype == torch.bool else 'histogram_cpu'
        raise RuntimeError(f'"{kernel}" not implemented for \'{input.type()[6:-6]}\'')
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")
    low, high = float(min), float(max)
    if low == high and input.numel():
        low, high = input.min().item(), input.max().item()
    if not math.isfinite(low) or not math.isfinite(high):
        raise RuntimeError(f"torch.histc: range of [{low:g}, {high:g}] is not finite")
    if low > high:
        raise RuntimeError("torch.histc: max must be larger than min")
    if low == high:
        low, high = low - 1, high + 1
    low, high = torch.tensor([low, high], dtype=input.dtype)
    cells = input.flatten()
    cells = cells[(cells >= low) & (cells <= high)]
    places = ((cells - low) * bins / (high - low)).long().clamp(0, bins - 1)
    return torch.bincount(places, minlength=bins).to(input.dtype)


def _check_sorter(sorted_sequence, sorter):
    if sorter.shape != sorted_sequence.shape:
        raise RuntimeError("torch.searchsorted(): boundary and sorter must have the same size, but got "
                           f"boundary tensor {list(sorted_sequence.shape)}and got sorter tensor "
                           f"{list(sorter.shape)}")
    if sorter.dtype != torch.int64:
        raise RuntimeError("torch.searchsorted(): sorter must be a tensor of long dtype but got dtype "
                           f"{sorter.type()[6:-6]}")
    if sorter.numel() and (sorter.min() < 0 or sorter.max() >= sorted_sequence.size(-1)):
        raise RuntimeError("torch.searchsorted(): sorter index out of range")


def _check_sequences(sequence, input):
    """Several sequences, one beside the other, need as many lines of values."""
    if input.dim() == 0 and sequence.dim() != 1:
        raise RuntimeError("torch.searchsorted(): input value can be a scalar only when boundaries "
                           "tensor dimension is 1, but we got boundaries tensor "
                           f"dim({sequence.dim()}) and input value's dim(0) numel(1)")
    if sequence.dim() != 1 and sequence.shape[:-1] != input.shape[:-1]:
        raise RuntimeError("torch.searchsorted(): boundaries tensor should be 1 dimension or the first "
                           "N-1 dimensions of boundaries tensor and input value tensor must match, "
                           f"but we got boundaries tensor {list(sequence.shape)} and input value "
                           f"tensor {list(input.shape)}")
    if sequence.dtype == torch.bool and input.dtype == torch.bool and input.numel():
        raise RuntimeError("\"searchsorted_out_cpu\" not implemented for 'Bool'")


def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None):
    """Where the values would stand in a sequence that is in order; each row in its own."""
    if side not in (None, 'left', 'right'):
        raise RuntimeError("torch.searchsorted(): side can only be 'left' or 'right' but got "
                           f"{side}")
    if side == 'left' and right:
        raise RuntimeError("torch.searchsorted(): side and right can't be set to opposites, got side "
                           "of left while right was True")
    input = input if isinstance(input, torch.Tensor) else torch.tensor(input)
    _check_sequences(sorted_sequence, input)
    if sorter is not None:
        _check_sorter(sorted_sequence, sorter)
        sorted_sequence = sorted_sequence.gather(-1, sorter)
    right = right or side == 'right'
    if sorted_sequence.dim() == 1:
        return torch.bucketize(input, sorted_sequence, right, out_int32)
    found = binary_search(sorted_sequence.flatten(0, -2), input.flatten(0, -2), right).view(input.shape)
    return found.int() if out_int32 else found


def alike(keys):
    """Of the different keys, in order: where each is first, which one is where, how many there are."""
    first, counts, inverse = [], [], [0] * len(keys)
    for i in sorted(range(len(keys)), key=lambda i: (keys[i], i)):
        if not first or keys[first[-1]] != keys[i]:
            first.append(i)
            counts.append(0)
        counts[-1] += 1
        inverse[i] = len(first) - 1
    return first, inverse, counts


def unique_rows(input, dim, return_inverse, return_counts):
    """The different slices along a dimension, in order."""
    rows = input.movedim(dim, 0).flatten(1) if input.dim() > 1 else input.unsqueeze(-1)
    first, inverse, counts = alike(rows.tolist())
    found = input.index_select(dim, torch.tensor(first, dtype=torch.int64))
    more = ([torch.tensor(inverse)] if return_inverse else []) + \
        ([torch.tensor(counts)] if return_counts else [])
    return (found, *more) if more else found


def matrix_power(input, n):
    if n < 0:
        input, n = torch.linalg.inv(input), -n
    if n == 0:
        return torch.eye(input.size(-1), dtype=input.dtype).expand_as(input).clone()
    product = input
    for _ in range(n - 1):
        product = product @ input
    return product


def hann_window(window_length, periodic=True):
    if window_length == 1:
        return torch.ones(1)
    steps = window_length if periodic else window_length - 1
    return 0.5 - 0.5 * torch.cos(torch.arange(window_length) * (2 * math.pi / steps))


def sum_to_size(self, *size):
    """What was broadcast from this size, added up again."""
    size = tuple(size[0]) if len(size) == 1 and not isinstance(size[0], Integral) else size
    extra = self.dim() - len(size)
    found = self.sum(tuple(range(extra))) if extra else self
    narrow = [d for d, n in enumerate(size) if n == 1 and found.size(d) != 1]
    return found.sum(narrow, keepdim=True) if narrow else found


def fill_diagonal_(self, fill_value, wrap=False):
    self.diagonal().fill_(fill_value)
    return self


@named('ScatterReduceBackward0')
def scatter_reduce(self, dim, index, src, reduce, *, include_self=True):
    if reduce == 'sum' and include_self:
        return self.scatter_add(dim, index, src)
    if reduce == 'mean' and include_self:
        ones = torch.ones_like(src)
        count = torch.ones_like(self).scatter_add(dim, index, ones)
        return self.scatter_add(dim, index, src) / count
    raise NotImplementedError(f"scatter_reduce(reduce={reduce!r}, include_self={include_self}) is "
                              "not there in qkv; 'sum' and 'mean' are")


def _no_derivative(*args):
    raise RuntimeError('derivative for aten::aminmax is not implemented')


@ruled('torch::autograd::NotImplemented', _no_derivative)
def _both_ends(input, dim, keepdim):
    if dim is None:
        return input.min(), input.max()
    return input.amin(dim, keepdim), input.amax(dim, keepdim)


def aminmax(input, *, dim=None, keepdim=False):
    least, most = _both_ends(input, dim, keepdim)
    return return_types.aminmax((least, most))


def is_nonzero(input):
    if input.numel() != 1:
        raise RuntimeError("Boolean value of Tensor with " + ("no values" if input.numel() == 0 else
                           "more than one value") + " is ambiguous")
    return bool(input)


def fix(input):
    return input.trunc()


def isreal(input):
    return torch.ones_like(input, dtype=torch.bool)


def _erfinv_rule(grad, input):
    return 0.5 * math.sqrt(math.pi) * torch.exp(erfinv(input).pow(2)) * grad


@ruled('ErfinvBackward0', _erfinv_rule)
def erfinv(input):
    """The inverse of erf."""
    inside = torch.nn.init._erfinv(input.clamp(-0.9999999, 0.9999999)).to(input.dtype)
    edge = torch.where(input.abs() == 1, input * math.inf, torch.full_like(input, math.nan))
    return torch.where(input.abs() < 1, inside, edge)


def qr(input, some=True):
    return return_types.qr(torch.linalg.qr(input, 'reduced' if some else 'complete'))
