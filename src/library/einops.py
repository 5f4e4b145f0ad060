"""einops: rearrange, reduce and repeat, made of reshape, permute, expand and a reduction.

A pattern names the axes on both sides of "->": "b n (h d) -> b h n d". In brackets stand axes that
are one in the tensor; "..." stands for any number of axes, 1 for an axis of length one.
"""
import numpy
import torch


class EinopsError(RuntimeError):
    pass


_DOTS = '...'


def _groups(side):
    """[['b'], ['h', 'd']] for "b (h d)"."""
    groups, inside = [], None
    for word in side.replace('(', ' ( ').replace(')', ' ) ').replace('...', ' ... ').split():
        if word == '(':
            if inside is not None:
                raise EinopsError("brackets are one inside another (nested axes are not allowed)")
            inside = []
        elif word == ')':
            if inside is None:
                raise EinopsError("brackets are not balanced")
            groups.append(inside)
            inside = None
        elif inside is None:
            groups.append([] if word == '1' else [word])
        elif word != '1':
            inside.append(word)
    if inside is not None:
        raise EinopsError("brackets are not balanced")
    return groups


def _spread_dots(groups, names):
    spread = []
    for group in groups:
        if group == [_DOTS]:
            spread.extend([name] for name in names)
        else:
            spread.append([part for name in group for part in (names if name == _DOTS else [name])])
    return spread


def _flat(groups):
    return [name for group in groups for name in group]


def _read(pattern, dims):
    """Both sides of the pattern, with names for what "..." stands for."""
    if pattern.count('->') != 1:
        raise EinopsError(f"a pattern has one '->': {pattern!r}")
    left, right = (_groups(side) for side in pattern.split('->'))
    dots = dims - len(left) + 1 if [_DOTS] in left else 0
    names = [f'...{i}' for i in range(dots)]
    left, right = _spread_dots(left, names), _spread_dots(right, names)
    for side in (left, right):
        flat = _flat(side)
        if len(set(flat)) != len(flat):
            raise EinopsError(f"an axis appears twice on one side of {pattern!r}")
    if len(left) != dims:
        raise EinopsError(f"Wrong shape: expected {len(left)} dims. Received {dims}-dim tensor.")
    return left, right


def _lengths(left, shape, known, pattern):
    """The length of each axis by name; one unknown in a group follows from the others."""
    lengths = dict(known)
    for group, size in zip(left, shape):
        unknown = [name for name in group if name not in lengths]
        product = 1
        for name in group:
            product *= lengths.get(name, 1)
        if len(unknown) > 1:
            raise EinopsError(f"Could not infer sizes for {set(unknown)}")
        if unknown:
            if product == 0 or size % product != 0:
                raise EinopsError(f"Shape mismatch, can't divide axis of length {size} in chunks of "
                                  f"{product}")
            lengths[unknown[0]] = size // product
        elif size != product:
            raise EinopsError(f"Shape mismatch, {size} != {product}")
    return lengths


def _as_tensor(tensor):
    if isinstance(tensor, (list, tuple)):
        tensor = torch.stack(list(tensor)) if isinstance(tensor[0], torch.Tensor) else numpy.stack(tensor)
    if isinstance(tensor, numpy.ndarray):
        return torch.from_numpy(tensor), True
    return tensor, False


def _reduced(tensor, reduction, dims):
    if not dims:
        return tensor
    if callable(reduction):
        return reduction(tensor, tuple(dims))
    if reduction == 'mean':
        return tensor.mean(dim=dims)
    if reduction == 'sum':
        return tensor.sum(dim=dims)
    if reduction not in ('max', 'min', 'prod'):
        raise EinopsError(f"Unknown reduction {reduction!r}")
    for dim in sorted(dims, reverse=True):
        if reduction == 'prod':
            tensor = tensor.prod(dim)
        else:
            tensor = tensor.amax(dim) if reduction == 'max' else tensor.amin(dim)
    return tensor


def _apply(tensor, pattern, reduction, known):
    tensor, is_array = _as_tensor(tensor)
    left, right = _read(pattern, tensor.dim())
    before, after = _flat(left), _flat(right)
    lengths = _lengths(left, tensor.shape, {name: known[name] for name in known if name in before},
                       pattern)
    new = [name for name in after if name not in before]
    gone = [name for name in before if name not in after]
    if new and reduction != 'repeat':
        raise EinopsError(f"Identifiers only on one side of expression (should be on both): {set(new)}")
    if gone and reduction in ('rearrange', 'repeat'):
        raise EinopsError(f"Identifiers only on one side of expression (should be on both): {set(gone)}")
    for name in new:
        if name not in known and not name.isdigit():
            raise EinopsError(f"Specify sizes for new axes in repeat: {name}")
        lengths[name] = known[name] if name in known else int(name)
    result = tensor.reshape([lengths[name] for name in before])
    result = _reduced(result, reduction, [before.index(name) for name in gone])
    before = [name for name in before if name in after]
    result = result.permute([before.index(name) for name in after if name not in new])
    for dim, name in enumerate(after):
        if name in new:
            result = result.unsqueeze(dim)
    if new:
        result = result.expand([lengths[name] for name in after])
    shape = []
    for group in right:
        size = 1
        for name in group:
            size *= lengths[name]
        shape.append(size)
    result = result.reshape(shape)
    return result.numpy() if is_array else result


def rearrange(tensor, pattern, **axes_lengths):
    return _apply(tensor, pattern, 'rearrange', axes_lengths)


def reduce(tensor, pattern, reduction, **axes_lengths):
    return _apply(tensor, pattern, reduction, axes_lengths)


def repeat(tensor, pattern, **axes_lengths):
    return _apply(tensor, pattern, 'repeat', axes_lengths)


def einsum(*tensors_and_pattern):
    """torch.einsum with names of several letters; the pattern comes last."""
    *tensors, pattern = tensors_and_pattern
    letters = {}
    words = pattern.replace('->', ' -> ').replace(',', ' , ').replace('...', ' ... ').split()
    for word in words:
        if word not in ('->', ',', _DOTS) and word not in letters:
            letters[word] = chr(ord('a') + len(letters))
    return torch.einsum(''.join(letters.get(word, word) for word in words), *tensors)


def _packing(pattern):
    """How many axes stand before and behind the "*" of a pattern of pack()."""
    axes = pattern.split()
    if axes.count('*') != 1:
        raise EinopsError(f'No *-axis in packing pattern: {pattern!r}' if '*' not in axes else
                          f'pattern {pattern!r} should contain exactly one *')
    if len(set(axes)) < len(axes):
        raise EinopsError(f'an axis appears twice in {pattern!r}')
    for axis in axes:
        if axis != '*' and not axis.isidentifier():
            raise EinopsError(f'Invalid axis name {axis} in {pattern!r}')
    place = axes.index('*')
    return place, len(axes) - place - 1


def pack(tensors, pattern):
    """The tensors in a row along one axis, which stands for all that "*" stands for in each; and
    the shapes of these, for unpack()."""
    before, behind = _packing(pattern)
    parts, shapes, is_array = [], [], False
    for place, tensor in enumerate(tensors):
        tensor, is_array = _as_tensor(tensor)
        dims = tensor.dim()
        if dims < before + behind:
            raise EinopsError(f"packed tensor #{place} (enumeration starts with 0) has shape "
                              f"{tuple(tensor.shape)}, while pattern {pattern!r} assumes at least "
                              f"{before + behind} axes")
        shape = tensor.shape[before:dims - behind]
        shapes.append(tuple(shape) if is_array else shape)
        parts.append(tensor.reshape(*tensor.shape[:before], -1, *tensor.shape[dims - behind:]))
    packed = torch.cat(parts, dim=before)
    return packed.numpy() if is_array else packed, shapes


def unpack(tensor, packed_shapes, pattern):
    before, behind = _packing(pattern)
    tensor, is_array = _as_tensor(tensor)
    if tensor.dim() != before + 1 + behind:
        raise EinopsError(f"unpack(..., {pattern!r}) received input of wrong dim with shape "
                          f"{tuple(tensor.shape)}")
    lengths = []
    for shape in packed_shapes:
        length = 1
        for size in shape:
            length *= size
        lengths.append(length)
    total = tensor.shape[before]
    unknown = [place for place, length in enumerate(lengths) if length < 0]
    if len(unknown) > 1:
        raise EinopsError(f'unpack received more than one -1 in {packed_shapes} and can not infer '
                          'dimensions')
    if unknown:
        rest = total - sum(length for length in lengths if length >= 0)
        lengths[unknown[0]] = rest // -lengths[unknown[0]] * -lengths[unknown[0]]
    if sum(lengths) != total:
        raise EinopsError(f'Error during unpack(..., {pattern!r}): could not split axis of size {total} '
                          f'into requested {packed_shapes}')
    parts = []
    for part, shape in zip(torch.split(tensor, lengths, dim=before), packed_shapes):
        part = part.reshape(*tensor.shape[:before], *shape, *tensor.shape[before + 1:])
        parts.append(part.numpy() if is_array else part)
    return parts
