"""Functions of torch.nn that are seldom seen: images made larger, looked up, dropped, shrunk."""
import math
import warnings

import torch
import torch.nn.functional as F
from torch._autocast import full, lower
from torch.nn._pooling import _average, _each, _largest
from torch._halves import is_half, refuse_halves, wide, without_halves


# ---- convolutions the other way round, and of volumes --------------------------------------------


def _spread(input, dims, stride):
    """Zeros between the cells, so that they stand a stride apart."""
    for d in range(dims):
        if stride[d] > 1 and input.size(2 + d) > 1:
            dim = 2 + d
            cells = input.unsqueeze(dim + 1)
            gaps = cells.new_zeros(cells.shape[:dim + 1] + (stride[d] - 1,) + cells.shape[dim + 2:])
            input = torch.cat([cells, gaps], dim + 1).flatten(dim, dim + 1)
            input = input.narrow(dim, 0, input.size(dim) - stride[d] + 1)
    return input


def _check_transposed(name, input, weight, dims, stride, output_padding, groups, dilation):
    if input.dim() not in (dims + 1, dims + 2):
        raise RuntimeError(f"Expected {dims + 1}D (unbatched) or {dims + 2}D (batched) input to {name}, "
                           f"but got input of size: {list(input.shape)}")
    channels = input.size(-dims - 1)
    if channels != weight.size(0):
        raise RuntimeError(f"Given transposed=1, weight of size {list(weight.shape)}, expected input"
                           f"{list(input.shape)} to have {weight.size(0)} channels, but got {channels} "
                           "channels instead")
    if any(more >= max(stride[d], dilation[d]) for d, more in enumerate(output_padding)):
        kinds = (('output_padding', output_padding), ('stride', stride), ('dilation', dilation))
        shown = ' '.join(f'{kind}_{side}: {value[side == "width" and -1]}' for kind, value in kinds
                         for side in ('height', 'width'))
        raise RuntimeError("output padding must be smaller than either stride or dilation, but got "
                           + shown)


def _conv_transposed(name, input, weight, bias, stride, padding, output_padding, groups, dilation):
    """Each cell puts the weights, times itself, where they reach: a convolution with them turned."""
    if input.dtype == torch.float16:
        refuse_halves(name, input)
    dims = weight.dim() - 2
    stride, padding = _each(stride, dims), _each(padding, dims)
    output_padding, dilation = _each(output_padding, dims), _each(dilation, dims)
    _check_transposed(name, input, weight, dims, stride, output_padding, groups, dilation)
    if input.dim() == dims + 1:
        return _conv_transposed(name, input.unsqueeze(0), weight, bias, stride, padding,
                                output_padding, groups, dilation).squeeze(0)
    input, sides = _spread(input, dims, stride), []
    for d in reversed(range(dims)):
        reach = dilation[d] * (weight.size(2 + d) - 1) - padding[d]
        sides += [reach, reach + output_padding[d]]
    input = F.pad(input, sides) if any(sides) else input
    turned = weight.view((groups, -1) + weight.shape[1:]).transpose(1, 2).flatten(0, 1)
    turned = turned.flip(list(range(2, 2 + dims)))
    convolved = F.conv1d if dims == 1 else F.conv2d
    return convolved(input, turned, bias, 1, 0, dilation, groups)


@lower
def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1,
                     dilation=1):
    return _conv_transposed('conv_transpose1d', input, weight, bias, stride, padding, output_padding,
                            groups, dilation)


@lower
def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1,
                     dilation=1):
    return _conv_transposed('conv_transpose2d', input, weight, bias, stride, padding, output_padding,
                            groups, dilation)


@lower
def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Each part of the volume times the weights: a matrix product."""
    if input.dim() == 4:
        return conv3d(input.unsqueeze(0), weight, bias, stride, padding, dilation, groups).squeeze(0)
    if input.dim() != 5:
        raise RuntimeError("Expected 4D (unbatched) or 5D (batched) input to conv3d, but got input of "
                           f"size: {list(input.shape)}")
    if input.size(1) != weight.size(1) * groups:
        raise RuntimeError(f"Given groups={groups}, weight of size {list(weight.shape)}, expected "
                           f"input{list(input.shape)} to have {weight.size(1) * groups} channels, "
                           f"but got {input.size(1)} channels instead")
    stride, dilation, size = _each(stride, 3), _each(dilation, 3), weight.shape[2:]
    if padding == 'same':
        total = [dilation[d] * (size[d] - 1) for d in (2, 1, 0)]
        sides = [n for both in total for n in (both // 2, both - both // 2)]
    else:
        sides = [n for n in reversed(_each(0 if padding == 'valid' else padding, 3)) for _ in (0, 1)]
    input = F.pad(input, sides) if any(sides) else input
    for d in range(3):
        input = input.unfold(2 + d, dilation[d] * (size[d] - 1) + 1, stride[d])
    input = input[..., ::dilation[0], ::dilation[1], ::dilation[2]]
    found = []
    for part, kernel in zip(input.chunk(groups, 1), weight.chunk(groups, 0)):
        rows = part.permute(0, 2, 3, 4, 1, 5, 6, 7).flatten(4)
        found.append(rows @ kernel.flatten(1).t())
    result = found[0] if groups == 1 else torch.cat(found, -1)
    result = result if bias is None else result + bias
    return result.permute(0, 4, 1, 2, 3).contiguous()


@full
def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
               return_indices=False):
    return _largest('max_pool3d', input, 3, kernel_size, stride, padding, dilation, ceil_mode,
                    return_indices)


@full
def avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
               divisor_override=None):
    return _average('avg_pool3d', input, 3, kernel_size, stride, padding, ceil_mode,
                    count_include_pad, divisor_override)


# ---- looking up ----------------------------------------------------------------------------------


def _check_bags(input, weight, offsets, mode, per_sample_weights):
    if per_sample_weights is not None and input.size() != per_sample_weights.size():
        raise ValueError(f"embedding_bag: If per_sample_weights ({per_sample_weights.shape}) is not "
                         f"None, then it must have the same shape as the input ({input.shape})")
    if input.dim() not in (1, 2):
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.dim()}")
    if input.dim() == 2 and offsets is not None:
        raise ValueError("if input is 2D, then offsets has to be None, as input is treated is a "
                         "mini-batch of fixed length sequences. However, found offsets of type "
                         f"{type(offsets)}")
    if input.dim() == 1 and (offsets is None or offsets.dim() != 1):
        got = " but got None" if offsets is None else ""
        raise ValueError("offsets has to be a 1D Tensor" + got)
    if mode not in ('sum', 'mean', 'max'):
        raise ValueError("mode has to be one of sum, mean or max")
    if per_sample_weights is not None and mode != 'sum':
        raise NotImplementedError("embedding_bag: per_sample_weights was not None. per_sample_weights is "
                                  f"only supported for mode='sum' (got mode='{mode}'). Please open a "
                                  "feature request on GitHub.")
    if offsets is not None and offsets.numel() and offsets[0] != 0:
        raise RuntimeError("offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to "
                           f"start from position 0. However, got {offsets[0].item()}")


def _bag(vectors, mode):
    if vectors.size(0) == 0:
        return vectors.new_zeros(vectors.size(1))
    return vectors.sum(0) if mode == 'sum' else vectors.mean(0) if mode == 'mean' else vectors.amax(0)


def embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False,
                  mode='mean', sparse=False, per_sample_weights=None, include_last_offset=False,
                  padding_idx=None):
    """The vectors of each bag of numbers, added up, averaged, or the largest of each place."""
    _check_bags(input, weight, offsets, mode, per_sample_weights)
    vectors = F.embedding(input, weight)
    if per_sample_weights is not None:
        vectors = vectors * per_sample_weights.unsqueeze(-1)
    if input.dim() == 1:
        starts = offsets.tolist()
        ends = starts[1:] + [] if include_last_offset else starts[1:] + [input.size(0)]
        bags = [slice(start, end) for start, end in zip(starts, ends)]
        vectors, numbers = [vectors[bag] for bag in bags], [input[bag] for bag in bags]
    else:
        numbers = input
    if padding_idx is not None:
        padding_idx = padding_idx % weight.size(0)
        vectors = [part[there != padding_idx] for part, there in zip(vectors, numbers)]
    return torch.stack([_bag(part, mode) for part in vectors])


def affine_grid(theta, size, align_corners=None):
    """Where each place of the result looks, from -1 to 1, after an affine map."""
    align_corners = _warned(align_corners)
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if len(size) != 4:
        raise NotImplementedError("affine_grid of a volume is not there in qkv")
    if theta.dim() != 3 or theta.shape[1:] != (2, 3):
        raise ValueError("Expected a batch of 2D affine matrices of shape Nx2x3 for size "
                         f"{size}. Got {theta.shape}.")
    high, wide = size[-2:]
    rows, columns = [torch.linspace(-1, 1, n, dtype=theta.dtype) * (1 if align_corners else (n - 1) / n)
                     for n in (high, wide)]
    places = torch.stack([columns.expand(high, wide), rows.unsqueeze(1).expand(high, wide),
                          torch.ones(high, wide, dtype=theta.dtype)], -1)
    return (places.view(1, -1, 3) @ theta.transpose(1, 2)).view(-1, high, wide, 2)


def _warned(align_corners):
    if align_corners is None:
        warnings.warn("Default grid_sample and affine_grid behavior has changed to align_corners=False "
                      "since 1.3.0. Please specify align_corners=True if the old behavior is desired. "
                      "See the documentation of grid_sample for details.")
    return bool(align_corners)


def _at(grid, size, padding_mode, align_corners):
    """Places from -1 to 1 as positions of cells."""
    at = (grid + 1) / 2 * (size - 1) if align_corners else ((grid + 1) * size - 1) / 2
    if padding_mode == 'border':
        return at.clamp(0, size - 1)
    if padding_mode == 'reflection':
        low, span = (0, size - 1) if align_corners else (-0.5, size)
        if span == 0:
            return torch.zeros_like(at)
        away = (at - low).abs() % (2 * span)
        return (torch.where(away > span, 2 * span - away, away) + low).clamp(0, size - 1)
    return at


def _cells(input, rows, columns):
    """The cells at these positions; 0 where there are none."""
    high, wide = input.shape[-2:]
    inside = (rows >= 0) & (rows < high) & (columns >= 0) & (columns < wide)
    index = (rows.clamp(0, high - 1) * wide + columns.clamp(0, wide - 1)).long().flatten(1)
    found = input.flatten(2).gather(2, index.unsqueeze(1).expand(-1, input.size(1), -1))
    found = found.view(input.shape[:2] + rows.shape[1:])
    return found.masked_fill(inside.logical_not().unsqueeze(1), 0.0)


@full
def grid_sample(input, grid, mode='bilinear', padding_mode='zeros', align_corners=None):
    """Each place of the result looks into the image where its grid says."""
    if mode not in ('bilinear', 'nearest', 'bicubic'):
        raise ValueError("nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or "
                         f"'bicubic', but got: '{mode}'")
    if padding_mode not in ('zeros', 'border', 'reflection'):
        raise ValueError("nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or "
                         f"'reflection', but got: '{padding_mode}'")
    align_corners = _warned(align_corners)
    if mode == 'bicubic' or input.dim() != 4:
        raise NotImplementedError("grid_sample with bicubic or of volumes is not there in qkv")
    columns = _at(grid[..., 0], input.size(3), padding_mode, align_corners)
    rows = _at(grid[..., 1], input.size(2), padding_mode, align_corners)
    if mode == 'nearest':
        return _cells(input, rows.round(), columns.round())
    top, left = rows.floor(), columns.floor()
    down, right = (rows - top).unsqueeze(1), (columns - left).unsqueeze(1)
    return (_cells(input, top, left) * (1 - down) * (1 - right)
            + _cells(input, top, left + 1) * (1 - down) * right
            + _cells(input, top + 1, left) * down * (1 - right)
            + _cells(input, top + 1, left + 1) * down * right)


# ---- elementwise and channel by channel ---------------------------------------------------------


def hardshrink(input, lambd=0.5):
    F._fractions_only('hardshrink_cpu', input)
    input.new_full((), lambd)  # refuses what the dtype cannot hold
    return torch.where((input >= -lambd) & (input <= lambd), torch.zeros_like(input), input)


def softshrink(input, lambd=0.5):
    if not lambd >= 0:
        raise RuntimeError(f"lambda must be greater or equal to 0, but found to be {lambd:g}.")
    lambd = float(lambd)
    F._fractions_only('softshrink_cpu', input)
    if is_half(input):
        return wide(_nearer_zero, input, lambd, 32)
    return _nearer_zero(input, lambd, 16 if input.dtype == torch.float32 else 8)


def _nearer_zero(input, lambd, step):
    """In whole blocks of so many cells 0 has no sign."""
    nearer = torch.where(input > lambd, input - lambd, input + lambd)
    zeros = input * 0
    if input.is_contiguous() and input.numel() >= step:
        zeros.view(-1)[:input.numel() // step * step].abs_()
    return torch.where((input >= -lambd) & (input <= lambd), zeros, nearer)


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    """Below zero by chance less steep; in evaluation by the mean."""
    if not training:
        return F.leaky_relu(input, (lower + upper) / 2)
    below = input <= 0
    slopes = torch.empty(int(below.sum()), dtype=torch.float64).uniform_(lower, upper)
    return torch.ones_like(input).masked_scatter(below, slopes.to(input.dtype)) * input


def _alpha_dropped(input, p, training, shape):
    """What is dropped becomes the least that selu gives, and all keep mean and variance."""
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not training or p == 0:
        return input
    least = 1.7580993408473766
    scale = 1.0 / math.sqrt((least * least * p + 1) * (1 - p))
    kept = torch.empty(shape, dtype=input.dtype).bernoulli_(1 - p)
    shift = (kept - 1) * (least * scale) + least * scale * p
    return input * (kept * scale) + shift


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    return _alpha_dropped(input, p, training, input.shape)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    return _alpha_dropped(input, p, training, input.shape[:2] + (1,) * (input.dim() - 2))


def dropout3d(input, p=0.5, training=True, inplace=False):
    if not training or p == 0:
        return input
    shape = input.shape[:-3] + (1, 1, 1)
    return input * (torch.empty(shape, dtype=input.dtype).bernoulli_(1 - p) / (1 - p))


def channel_shuffle(input, groups):
    """The channels of the groups in turn."""
    if input.dim() < 3:
        raise RuntimeError("channel_shuffle expects input with > 2 dims, but got input with sizes "
                           f"{list(input.shape)}")
    if input.size(1) % groups:
        raise RuntimeError("Number of channels must be divisible by groups. Got "
                           f"{input.size(1)} channels and {groups} groups.")
    parts = input.reshape((input.size(0), groups, -1) + input.shape[2:])
    return parts.transpose(1, 2).reshape(input.shape)


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """Each cell divided by how large the same place is in the channels around it."""
    without_halves('avg_pool3d_out_frame', input)
    if input.dim() < 3:
        raise ValueError("Expected 3D or higher dimensionality                          input (got "
                         f"{input.dim()} dimensions)")
    squares = (input * input).flatten(2).unsqueeze(1)
    padded = F.pad(squares, (0, 0, size // 2, (size - 1) // 2))
    around = F.avg_pool2d(padded, (size, 1), stride=1).squeeze(1).view(input.shape)
    return input / (around * alpha + k) ** beta


def upsample(input, size=None, scale_factor=None, mode='nearest', align_corners=None):
    warnings.warn("`nn.functional.upsample` is deprecated. Use `nn.functional.interpolate` instead.")
    return F.interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input, size=None, scale_factor=None):
    return F.interpolate(input, size, scale_factor, 'nearest')


def upsample_bilinear(input, size=None, scale_factor=None):
    return F.interpolate(input, size, scale_factor, 'bilinear', True)
