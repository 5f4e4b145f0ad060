"""Pooling, folding and resizing: windows of a sequence or an image, and what is made of each."""
import math
from numbers import Integral

import torch
import torch.nn.functional as F
from torch import _C
from torch._layout import like_images
from torch._halves import is_half, wide
from torch._one_node import first_as_image, first_tensor, named


def _each(value, dims):
    return (value,) * dims if isinstance(value, Integral) else tuple(value)


def _count(length, size, stride, padding, dilation, ceil_mode):
    """How many windows there are; with ceil_mode the last one may be cut off."""
    free = length + 2 * padding - dilation * (size - 1) - 1
    count = (free + stride - 1 if ceil_mode else free) // stride + 1
    if ceil_mode and (count - 1) * stride >= length + padding:
        count -= 1
    if count < 1:
        raise RuntimeError(f"Given input size: ({length}). Calculated output size: ({count}). "
                           "Output size is too small")
    return count


def _windows(input, dims, size, stride, padding, fill, ceil_mode=False, dilation=1):
    """The windows, a row of cells each: (…, places, cells of the window)."""
    size = _each(size, dims)
    stride = size if stride is None or stride == [] else _each(stride, dims)
    padding, dilation = _each(padding, dims), _each(dilation, dims)
    sides = []
    for d in reversed(range(dims)):
        if padding[d] * 2 > size[d]:
            raise RuntimeError("pad should be at most half of kernel size, but got "
                               f"pad={padding[d]} and kernel_size={size[d]}")
        length = input.size(d - dims)
        count = _count(length, size[d], stride[d], padding[d], dilation[d], ceil_mode)
        last = (count - 1) * stride[d] + dilation[d] * (size[d] - 1) + 1
        sides += [padding[d], max(0, last - length - padding[d])]
    if any(sides):
        input = F.pad(input, sides, value=fill)
    for d in range(dims):
        input = input.unfold(input.dim() - dims, dilation[d] * (size[d] - 1) + 1, stride[d])
        input = input[..., ::dilation[d]] if dilation[d] > 1 else input
        if d + 1 < dims:
            input = input.movedim(-1, 0).movedim(0, -1)
    return input.flatten(-dims)


def _pool(name, input, dims, size, stride, padding, fill, ceil_mode=False, dilation=1):
    if input.dim() not in (dims + 1, dims + 2):
        raise RuntimeError(f"{name}() Expected {dims + 1}D or {dims + 2}D input")
    return _windows(input, dims, size, stride, padding, fill, ceil_mode, dilation)


def _lying(found, input, dims):
    return like_images(found, input) if input.dim() == dims + 2 else found


def _average(name, input, dims, size, stride, padding, ceil_mode, count_include_pad, divisor=None):
    if divisor == 0:
        raise RuntimeError('divisor must be not zero')
    found = _pool(name, input, dims, size, stride, padding, 0.0, ceil_mode)
    if divisor is not None:
        return _lying(found.sum(-1) / divisor, input, dims)
    if not ceil_mode and (count_include_pad or padding in (0, (0,) * dims)):
        return _lying(found.mean(-1), input, dims)
    inside = torch.ones(input.shape[-dims:])
    if count_include_pad:
        sides = [n for n in reversed(_each(padding, dims)) for _ in (0, 1)]
        inside, padding = F.pad(inside, sides, value=1.0), 0
    counted = _windows(inside, dims, size, stride, padding, 0.0, ceil_mode).sum(-1)
    return _lying(found.sum(-1) / counted, input, dims)


@named('SqueezeBackward1(AvgPool2DBackward0(UnsqueezeBackward0(0)))', first_as_image)
def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    return _average('avg_pool1d', input, 1, kernel_size, stride, padding, ceil_mode,
                    count_include_pad)


@named('AvgPool2DBackward0', first_tensor)
def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
               divisor_override=None):
    return _average('avg_pool2d', input, 2, kernel_size, stride, padding, ceil_mode,
                    count_include_pad, divisor_override)


def _largest(name, input, dims, size, stride, padding, dilation, ceil_mode, return_indices):
    if return_indices:
        raise NotImplementedError(f"{name}(return_indices=True) is not there in qkv")
    windows = _pool(name, input, dims, size, stride, padding, -math.inf, ceil_mode, dilation)
    # The gradient goes to the first of the largest ones alone.
    found = windows.max(-1)[0] if windows.requires_grad else windows.amax(-1)
    return _lying(found, input, dims) if dims == 2 else found


@named('SqueezeBackward1(MaxPool2DWithIndicesBackward0(UnsqueezeBackward0(0)))', first_as_image)
def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
               return_indices=False):
    return _largest('max_pool1d', input, 1, kernel_size, stride, padding, dilation, ceil_mode,
                    return_indices)


@named('MaxPool2DWithIndicesBackward0', first_tensor)
def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
               return_indices=False):
    return _largest('max_pool2d', input, 2, kernel_size, stride, padding, dilation, ceil_mode,
                    return_indices)


def _adaptive(input, dim, count, pool):
    """As many parts of about the same length as are asked for, each pooled."""
    length = input.size(dim)
    parts = []
    for i in range(count):
        start, end = i * length // count, -((i + 1) * length // -count)
        parts.append(pool(input.narrow(dim, start, end - start), dim))
    return torch.cat(parts, dim)


def _mean(part, dim):
    return part.mean(dim, keepdim=True)


def _most(part, dim):
    return part.amax(dim, keepdim=True)


def _adaptive1d(name, input, output_size, pool):
    if is_half(input) and pool is _mean:
        return wide(_adaptive1d, name, input, output_size, pool)
    if input.dim() not in (2, 3):
        raise RuntimeError(f"Expected 2 to 3 dimensions, but got {input.dim()}-dimensional tensor for "
                           f"argument #1 'self' (while checking arguments for {name})")
    return like_images(_adaptive(input, -1, _each(output_size, 1)[0], pool), input)


def _adaptive2d(name, input, output_size, pool):
    if is_half(input) and pool is _mean:
        return wide(_adaptive2d, name, input, output_size, pool)
    single = pool is _mean and output_size in (1, (1, 1), [1, 1])
    if input.dim() not in (3, 4) and not single:
        colon = ':' if pool is _most else ''
        raise RuntimeError(f"{name}(): Expected 3D or 4D tensor, but got{colon} {list(input.shape)}")
    rows, columns = _each(output_size, 2)
    if single:
        found = input.mean((-2, -1), keepdim=True)
    else:
        found = _adaptive(input, -1, input.size(-1) if columns is None else columns, pool)
        found = _adaptive(found, -2, input.size(-2) if rows is None else rows, pool)
    return like_images(found, input) if input.dim() == 4 else found


@named('SqueezeBackward1', first_as_image)
def adaptive_avg_pool1d(input, output_size):
    return _adaptive1d('adaptive_avg_pool1d', input, output_size, _mean)


@named('SqueezeBackward1', first_as_image)
def adaptive_max_pool1d(input, output_size, return_indices=False):
    return _adaptive1d('adaptive_max_pool1d', input, output_size, _most)


def adaptive_avg_pool2d(input, output_size):
    return _adaptive2d('adaptive_avg_pool2d', input, output_size, _mean)


@named('AdaptiveMaxPool2DBackward0', first_tensor)
def adaptive_max_pool2d(input, output_size, return_indices=False):
    return _adaptive2d('adaptive_max_pool2d', input, output_size, _most)


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """The columns that unfold() made, each put back to its place; where they overlap, the sum."""
    if input.dim() == 2:
        return fold(input.unsqueeze(0), output_size, kernel_size, dilation, padding, stride)[0]
    (high, wide), (down, right) = _each(kernel_size, 2), _each(stride, 2)
    (above, before), (step_down, step_right) = _each(padding, 2), _each(dilation, 2)
    height, width = [n + 2 * p for n, p in zip(_each(output_size, 2), (above, before))]
    rows = (height - step_down * (high - 1) - 1) // down + 1
    columns = (width - step_right * (wide - 1) - 1) // right + 1
    channels = input.size(1) // (high * wide)
    if input.size(2) != rows * columns:
        raise RuntimeError(f"Given output_size={_each(output_size, 2)}, expected size of input's "
                           f"dimension 2 to match the calculated number of sliding blocks {rows} * "
                           f"{columns} = {rows * columns}, but got input.size(2)={input.size(2)}.")
    cells = input.view(input.size(0), channels, high, wide, rows, columns)
    image = torch.zeros(input.size(0), channels, height, width, dtype=input.dtype)
    for i in range(high):
        for j in range(wide):
            top, left = i * step_down, j * step_right
            image[:, :, top:top + down * (rows - 1) + 1:down,
                  left:left + right * (columns - 1) + 1:right] += cells[:, :, i, j]
    return image[:, :, above:height - above, before:width - before]


def pixel_shuffle(input, upscale_factor):
    r = upscale_factor
    *batch, channels, high, wide = input.shape
    parts = input.reshape(*batch, channels // (r * r), r, r, high, wide)
    d = len(batch)
    order = list(range(d)) + [d, d + 3, d + 1, d + 4, d + 2]
    return parts.permute(order).reshape(*batch, channels // (r * r), high * r, wide * r)


def pixel_unshuffle(input, downscale_factor):
    r = downscale_factor
    *batch, channels, high, wide = input.shape
    parts = input.reshape(*batch, channels, high // r, r, wide // r, r)
    d = len(batch)
    order = list(range(d)) + [d, d + 2, d + 4, d + 1, d + 3]
    return parts.permute(order).reshape(*batch, channels * r * r, high // r, wide // r)


def _nearest(input, dim, size, ratio):
    places = torch.arange(size) * ratio
    return input.index_select(dim, places.floor().long().clamp(max=input.size(dim) - 1))


def _between(input, dim, size, ratio, align_corners):
    length = input.size(dim)
    if align_corners:
        places = torch.arange(size) * ((length - 1) / (size - 1) if size > 1 else 0.0)
    else:
        places = ((torch.arange(size) + 0.5) * ratio - 0.5).clamp(min=0)
    below = places.floor().long()
    above = (below + 1).clamp(max=length - 1)
    shape = [1] * input.dim()
    shape[dim] = size
    part = (places - below).view(shape)
    return input.index_select(dim, below) * (1 - part) + input.index_select(dim, above) * part


def interpolate(input, size=None, scale_factor=None, mode='nearest', align_corners=None,
                recompute_scale_factor=None, antialias=False):
    dims = input.dim() - 2
    kinds = {'nearest': dims, 'linear': 1, 'bilinear': 2, 'area': dims}
    if mode not in kinds or dims not in (1, 2):
        raise NotImplementedError(f"interpolate(mode={mode!r}) of {input.dim()} dimensions is not "
                                  "there in qkv; 'nearest', 'linear' and 'bilinear' are")
    if kinds[mode] != dims:
        raise NotImplementedError(f"Got {input.dim()}D input, but {mode} mode needs "
                                  f"{kinds[mode] + 2}D input")
    if is_half(input) and mode in ('linear', 'bilinear'):
        return wide(interpolate, input, size, scale_factor, mode, align_corners)
    lengths = list(input.shape[2:])
    if size is not None:
        sizes = _each(size, dims)
        ratios = [length / size for length, size in zip(lengths, sizes)]
    else:
        factors = scale_factor if isinstance(scale_factor, (tuple, list)) else [scale_factor] * dims
        sizes = [math.floor(length * factor) for length, factor in zip(lengths, factors)]
        ratios = [1.0 / factor for factor in factors]
    return _resized(input, mode, sizes, ratios, align_corners)


_UPSAMPLED = {('nearest', 1): 'UpsampleNearest1DBackward0', ('nearest', 2): 'UpsampleNearest2DBackward0',
              ('linear', 1): 'UpsampleLinear1DBackward0', ('bilinear', 2): 'UpsampleBilinear2DBackward0'}


def _resized(image, mode, sizes, ratios, align_corners):
    dims, input = len(sizes), image
    if mode == 'area':
        return adaptive_avg_pool1d(input, sizes[0]) if dims == 1 else adaptive_avg_pool2d(input, sizes)
    for d in reversed(range(dims)):
        if mode == 'nearest':
            input = _nearest(input, d + 2, sizes[d], ratios[d])
        else:
            input = _between(input, d + 2, sizes[d], ratios[d], align_corners)
    return _C._as_one(input, _UPSAMPLED[mode, dims], image)
