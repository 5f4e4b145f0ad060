"""F.pad, where the cells around a tensor are its own."""
import torch

_POSITIONS = {
    'reflect': lambda at, size: -at if at < 0 else at if at < size else 2 * (size - 1) - at,
    'replicate': lambda at, size: min(max(at, 0), size - 1),
    'circular': lambda at, size: at % size,
}
_KERNELS = {'reflect': 'reflection_pad', 'replicate': 'replication_pad'}


def by_position(input, pad, mode, value):
    """Each dimension from the last one on: a selection of its positions."""
    if mode not in _POSITIONS:
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if value:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    dims, count = input.dim(), len(pad) // 2
    if count not in (1, 2, 3) or dims - count not in (1, 2):
        raise NotImplementedError("Only 2D, 3D, 4D, 5D padding with non-constant padding are "
                                  "supported for now")
    pairs = [(pad[2 * i], pad[2 * i + 1]) for i in range(count)]
    if mode == 'circular':
        _check_wrapped(input, pairs)
    else:
        _check(input, pairs, mode)
    for i, (before, after) in enumerate(pairs):
        dim, position = dims - 1 - i, _POSITIONS[mode]
        if mode == 'circular' and min(before, after) < 0:
            input, before, after = _cut(input, dim, before, after)
        size = input.size(dim)
        places = [position(at, size) for at in range(-before, size + after)]
        input = input.index_select(dim, torch.tensor(places, dtype=torch.int64))
    return input


def _cut(input, dim, before, after):
    """What goes round is what is left."""
    start, end = max(-before, 0), input.size(dim) + min(after, 0)
    before, after = max(before, 0), max(after, 0)
    if start >= end and before + after > 0:
        raise NotImplementedError("padding that cuts all cells off and goes round is not there in qkv")
    return input.narrow(dim, start, max(end - start, 0)), before, after


def _check_wrapped(input, pairs):
    for i, (before, after) in enumerate(pairs):
        size = input.size(-1 - i)
        if before > size or after > size:
            raise RuntimeError("Padding value causes wrapping around more than once.")
        if size + before + after < 0:
            raise RuntimeError("Negative padding value is resulting in an empty dimension")


def _check(input, pairs, mode):
    dims, count = input.dim(), len(pairs)
    if 0 in input.shape[dims - count - 1:]:
        raise RuntimeError(f"Expected {count + 1}D or {count + 2}D (batch mode) tensor with possibly 0 "
                           "batch size and other non-zero dimensions for input, but got: "
                           f"{list(input.shape)}")
    for i, (before, after) in enumerate(pairs):
        if mode == 'reflect' and max(before, after) >= input.size(-1 - i):
            raise RuntimeError(f"Argument #{4 + 2 * i}: Padding size should be less than the "
                               f"corresponding input dimension, but got: padding ({before}, {after}) "
                               f"at dimension {dims - 1 - i} of input {list(input.shape)}")
    sizes = [input.size(-1 - i) for i in range(count)]
    found = [size + before + after for size, (before, after) in zip(sizes, pairs)]
    if max(found) < 1:
        given = ", ".join(f"{'WHD'[i]}: {sizes[i]}" for i in reversed(range(count)))
        shown = " ".join(f"{'WHD'[i]}: {found[i]}" for i in reversed(range(count)))
        raise RuntimeError(f"input ({given}) is too small. Calculated output {shown}")
    if min(found) < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {min(found)}: "
                           f"{list(input.shape[:dims - count]) + found[::-1]}")
    if input.dtype == torch.bool:
        raise RuntimeError(f"\"{_KERNELS[mode]}{count}d\" not implemented for 'Bool'")
