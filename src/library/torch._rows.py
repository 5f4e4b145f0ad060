"""Functions of torch and methods of tensors that are C in PyTorch, seldom seen, and made of others:
cells picked by a mask or by their place, and written there. They are found as torch._builtins is."""
import torch
from _qkv import fail
from torch._C import _as_one, _check_apart, _keep, _write, builtin


def _kind(tensor):
    """'Long' of int64, as PyTorch's messages call it."""
    return tensor.type()[6:-6]


def _keeping(found, title, input):
    """One node, which needs the input as it was."""
    found = _as_one(found, title, input)
    if found.requires_grad:
        _keep(found, (input,))
    return found


def _in_place(function):
    def in_place(self, *args, **kwargs):
        _check_apart(self, [each for each in (*args, *kwargs.values()) if isinstance(each, torch.Tensor)])
        return _write(self, function(self, *args, **kwargs))

    in_place.__name__ = function.__name__ + '_'
    return in_place


# ---- by a mask -----------------------------------------------------------------------------------


@builtin
def masked_select(input: Tensor, mask: Tensor):
    """The cells where the mask is True, one after another."""
    if mask.dtype != torch.bool:
        fail(RuntimeError("masked_select: expected BoolTensor for mask"),
             "compare it with 0 to make a mask: mask != 0")
    mask, cells = torch.broadcast_tensors(mask, input)
    return _keeping(cells[mask], 'MaskedSelectBackward0', input)


@builtin
def masked_scatter(input: Tensor, mask: Tensor, source: Tensor):
    """The next cell of the source where the mask is True, else the cell."""
    if source.dtype != input.dtype:
        raise RuntimeError("masked_scatter: expected self and source to have same dtypes but got "
                           f"{_kind(input)} and {_kind(source)}")
    if mask.dtype != torch.bool:
        raise RuntimeError("masked_scatter_ only supports boolean masks, but got mask with dtype "
                           f"{_kind(mask)}")
    cells, mask = torch.broadcast_tensors(input, mask)
    count = int(mask.sum())
    if count > source.numel():
        raise RuntimeError("Number of elements of source < number of ones in mask")
    result = cells.clone(memory_format=torch.contiguous_format)
    result[mask] = source.reshape(-1)[:count]
    return _as_one(result, 'MaskedScatterBackward0', input, source)


masked_scatter_ = _in_place(masked_scatter)


# ---- by places -----------------------------------------------------------------------------------


@builtin
def take(input: Tensor, index: Tensor):
    """The cell that the index names, all cells counted in order."""
    if index.dtype != torch.int64:
        raise RuntimeError(f"take(): Expected a long tensor for index, but got {_kind(index)}")
    count = input.numel()
    if index.numel():
        if not count:
            raise IndexError("take(): tried to take from an empty tensor")
        wrong = (index < -count) | (index >= count)
        if wrong.any():
            raise IndexError(f"out of range: tried to access index {index[wrong][0]} on a tensor of {count} "
                             "elements.")
    return _keeping(input.reshape(-1)[index.reshape(-1)].view(index.shape), 'TakeBackward0', input)


def _along(dim, index):
    return (slice(None),) * dim + (index,)


def _check_positions(index, low, dim, size, error, before=''):
    wrong = (index < low * size) | (index >= size)
    if wrong.any():
        raise error(f"{before}index {index[wrong].reshape(-1)[0]} is out of bounds for dimension {dim} with "
                    f"size {size}")


@builtin
def index_fill(input: Tensor, dim: int, index: Tensor, value):
    """The value at the positions that the index names, else the cell."""
    given = isinstance(value, torch.Tensor)
    if given and value.dim():
        raise RuntimeError("index_fill_ only supports a 0-dimensional value tensor, but got tensor with "
                           f"{value.dim()} dimension(s).")
    if index.dtype != torch.int64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    size, dim = input.size(dim) if input.dim() else 1, dim % max(input.dim(), 1)
    if index.dim() > 1:
        raise RuntimeError("Index has to be a vector/scalar")
    result = input.clone()
    if input.numel() or size == 0:
        _check_positions(index, -1, dim, size, IndexError)
    cells = result if input.dim() else result.unsqueeze(0)
    if index.numel():
        cells[_along(dim, (index % size).unique())] = value.to(input.dtype) if given else value
    return _as_one(result, 'IndexFillBackward1' if given else 'IndexFillBackward0(0)', input, value)


index_fill_ = _in_place(index_fill)


def _check_slices(input, dim, index, source):
    own, given = [list(tensor.shape) for tensor in (input, source)]
    same = len(own) == len(given) and own[:dim] == given[:dim] and own[dim + 1:] == given[dim + 1:]
    if not same:
        own, given = [' '.join([str(n) for d, n in enumerate(sizes) if d != dim]) for sizes in (own, given)]
        fail(RuntimeError("index_copy_(): Source/destination tensor must have same slice shapes. Destination "
                          f"slice shape: {own} at dimension {dim} and source slice shape: {given} at "
                          "dimension 0."), "one slice of the source for each entry of the index")
    count = given[dim] if given else 1
    if count != index.numel():
        raise IndexError(f"index_copy_(): Number of indices ({index.numel()}) should be equal to "
                         f"source.size(dim) ({count})")


@builtin
def index_copy(input: Tensor, dim: int, index: Tensor, source: Tensor):
    """The source's cell at the positions that the index names, else the cell."""
    if source.dtype != input.dtype:
        raise RuntimeError("index_copy_(): self and source expected to have the same dtype, but got (self) "
                           f"{_kind(input)} and (source) {_kind(source)}")
    if index.dtype != torch.int64:
        raise RuntimeError(f"index_copy_(): Expected a long tensor for index, but got {_kind(index)}")
    size, dim = input.size(dim) if input.dim() else 1, dim % max(input.dim(), 1)
    if index.dim() > 1:
        raise IndexError("index_copy(): Index is supposed to be a vector")
    _check_positions(index, 0, dim, size, IndexError, "index_copy_(): ")
    _check_slices(input, dim, index, source)
    result = input.clone(memory_format=torch.contiguous_format)
    cells, source = [each if each.dim() else each.unsqueeze(0) for each in (result, source)]
    if result.numel():
        cells[_along(dim, index.reshape(-1))] = source
    return _as_one(result, 'IndexCopyBackward0', input, source)


index_copy_ = _in_place(index_copy)


@builtin
def diag_embed(input: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1):
    """The cells on a diagonal, 0 elsewhere."""
    if input.dim() == 0:
        raise IndexError("Dimension out of range (expected to be in range of [-1, 0], but got -2)")
    dims = input.dim() + 1
    for dim in (dim1, dim2):
        if not -dims <= dim < dims:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-dims}, {dims - 1}], but "
                             f"got {dim})")
    if dim1 % dims == dim2 % dims:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    sizes = list(input.shape[:-1])
    for dim in sorted((dim1 % dims, dim2 % dims)):
        sizes.insert(dim, input.size(-1) + abs(offset))
    result = torch.zeros(sizes, dtype=input.dtype)
    result.diagonal(offset, dim1, dim2).copy_(input)
    return _as_one(result, 'DiagEmbedBackward0', input)
