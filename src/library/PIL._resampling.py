"""A picture in another size, with the numbers of Pillow: each new pixel is a mean of old ones, the nearer
the heavier. The weights are whole numbers of 2^-22, first along the rows, then along the columns, and both
times the result is rounded to 0 … 255."""

import math

import torch

_BITS = 22
_BLOCK = 16  # new pixels at once: they need only their part of the old ones


def _bilinear(x):
    return max(1 - abs(x), 0.0)


def _bicubic(x):
    x = abs(x)
    if x < 1:
        return (1.5 * x - 2.5) * x * x + 1
    return ((-0.5 * x + 2.5) * x - 4) * x + 2 if x < 2 else 0.0


def _box(x):
    return 1.0 if -0.5 < x <= 0.5 else 0.0


def _sinc(x):
    return 1.0 if x == 0 else math.sin(math.pi * x) / (math.pi * x)


def _lanczos(x):
    return _sinc(x) * _sinc(x / 3) if -3 <= x < 3 else 0.0


_NEAREST = 0
_FILTERS = {1: (_lanczos, 3.0), 2: (_bilinear, 1.0), 3: (_bicubic, 2.0), 4: (_box, 0.5)}


def _weights(new, old, kind):
    """For each new pixel: the first old one that it is made of, and the weights from there on."""
    weigh, reach = _FILTERS[kind]
    scale = old / new
    wide = max(scale, 1.0)
    rows = []
    for place in range(new):
        center = (place + 0.5) * scale
        first = max(int(center - reach * wide + 0.5), 0)
        last = min(int(center + reach * wide + 0.5), old)
        row = [weigh((x - center + 0.5) * (1 / wide)) for x in range(first, last)]
        total = sum(row)
        row = [weight / total if total else weight for weight in row]
        rows.append((first, [int(weight * (1 << _BITS) + (0.5 if weight >= 0 else -0.5))
                             for weight in row]))
    return rows


def _along_last(pixels, new, kind):
    rows, parts = _weights(new, pixels.size(-1), kind), []
    for start in range(0, new, _BLOCK):
        block = rows[start:start + _BLOCK]
        low = min(first for first, _ in block)
        high = max(first + len(row) for first, row in block)
        matrix = [[0] * (first - low) + row + [0] * (high - first - len(row)) for first, row in block]
        matrix = torch.tensor(matrix, dtype=torch.float64)  # exact: all are whole numbers below 2^53
        parts.append(pixels[..., low:high].double() @ matrix.T)
    sums = torch.cat(parts, dim=-1) + (1 << _BITS - 1)
    return (sums / (1 << _BITS)).floor().clamp(0, 255).to(torch.uint8)


def _nearest(pixels, height, width):
    y = ((torch.arange(height).double() + 0.5) * (pixels.size(0) / height)).long()
    x = ((torch.arange(width).double() + 0.5) * (pixels.size(1) / width)).long()
    return pixels[y][:, x]


def resample(pixels, height, width, kind):
    if kind == _NEAREST:
        return _nearest(pixels, height, width)
    if kind not in _FILTERS:
        raise NotImplementedError(f'the resampling filter {kind} is not there in qkv; NEAREST, BOX, BILINEAR, '
                                  'BICUBIC and LANCZOS are')
    channels = pixels.permute(2, 0, 1)
    if width != pixels.size(1):
        channels = _along_last(channels, width, kind)
    if height != pixels.size(0):
        channels = _along_last(channels.transpose(1, 2), height, kind).transpose(1, 2)
    return channels.permute(1, 2, 0)
