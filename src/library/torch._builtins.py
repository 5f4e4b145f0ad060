"""Functions of torch that are made of other operations, and are C in PyTorch."""
import math
from numbers import Integral, Number

import torch
from torch import _VF
from _qkv import fail
from torch._C import (_as_one, _as_pieces, _check_apart, _connect, _extent, _keep, _put, _write, builtin,
                      function, method)

_MOST_PIECES = 100000


def _tensors_of(name, given):
    """All arguments, or the only one, which is a sequence of them."""
    tensors = given[0] if len(given) == 1 and isinstance(given[0], (list, tuple)) else given
    for tensor in tensors:
        if not isinstance(tensor, torch.Tensor):
            raise TypeError(f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, not "
                            f"{type(tensor).__name__}")
    return tensors


# ---- pieces --------------------------------------------------------------------------------------


def _size_along(name, input, dim):
    if input.dim() == 0:
        raise RuntimeError(f"{name} expects at least a 1-dimensional tensor")
    return input.size(dim)


def _pieces_of(input, dim, sizes):
    if len(sizes) > _MOST_PIECES:
        raise MemoryError(f"{len(sizes)} pieces are too many")
    return _titled('SplitWithSizesBackward0', _narrowed(input, dim, sizes))


def _narrowed(input, dim, sizes):
    pieces, start = [], 0
    for size in sizes:
        pieces.append(input.narrow(dim, start, size))
        start += size
    return pieces


def _titled(title, pieces):
    _as_pieces(pieces, title)
    return tuple(pieces)


def _pieces_of_size(input, dim, total, size, count):
    if count > _MOST_PIECES:
        raise MemoryError(f"{count} pieces are too many")
    if total == size * count:
        pieces = [input.narrow(dim, i * size, size) for i in range(count)]
    else:
        pieces = _pieces_of(input, dim, [max(min(size, total - i * size), 0) for i in range(count)])
    return _titled('SplitBackward0', pieces)


@builtin
def split_with_sizes(input: Tensor, split_sizes: ints, dim: int = 0):
    total, sizes = _size_along('split', input, dim), list(split_sizes)
    if min(sizes, default=0) < 0:
        raise RuntimeError("split_with_sizes expects split_sizes have only non-negative entries, but got "
                           f"split_sizes={sizes}")
    if sum(sizes) != total:
        raise RuntimeError(f"split_with_sizes expects split_sizes to sum exactly to {total} (input tensor's "
                           f"size at dimension {dim % input.dim()}), but got split_sizes={sizes}")
    return _pieces_of(input, dim, sizes)


def _split(input, size, dim):
    if type(size).__module__ == 'numpy':
        raise TypeError("split_with_sizes(): argument 'split_sizes' (position 2) must be tuple of ints, not "
                        f"numpy.{type(size).__name__}")
    if not isinstance(size, int):
        return split_with_sizes(input, size, dim)
    total = _size_along('split', input, dim)
    if size < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={size}")
    if size == 0 and total:
        raise RuntimeError("split_size can only be 0 if dimension size is 0, but got dimension size of "
                           f"{total}")
    return _pieces_of_size(input, dim, total, size, max(-(-total // size), 1) if size else 1)


@function
def split(tensor: Tensor, split_size_or_sections, dim: int = 0):
    return _split(tensor, split_size_or_sections, dim)


@method
def split(self, split_size, dim: int = 0):
    return _split(self, split_size, dim)


@builtin
def chunk(input: Tensor, chunks: int, dim: int = 0):
    if input.dim() == 0:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    total = input.size(dim)
    size = -(-total // chunks)
    if not total:
        return _pieces_of(input, dim, [0] * min(chunks, _MOST_PIECES))
    return _pieces_of_size(input, dim, total, size, -(-total // size))


@builtin
def tensor_split(input: Tensor, indices_or_sections=None, dim: int = 0, *, indices=None, sections=None):
    if input.dim() == 0:
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with "
                           "0 dims")
    given = [each for each in (indices_or_sections, indices, sections) if each is not None]
    places, total = given[0] if given else None, input.size(dim)
    places = places.tolist() if isinstance(places, torch.Tensor) else places
    if isinstance(places, Integral):
        if places <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {places}")
        if places > _MOST_PIECES:
            raise MemoryError(f"{places} pieces are too many")
        sizes = [total // places + (i < total % places) for i in range(places)]
        return _titled('SliceBackward0', _narrowed(input, dim, sizes))
    if not isinstance(places, (list, tuple)):
        raise TypeError("tensor_split(): argument 'indices_or_sections' must be int, not "
                        f"{type(places).__name__}")
    pieces, start = [], 0
    for end in (*places, total):
        end = min(max(end + total if end < 0 else end, 0), total)
        pieces.append(input.narrow(dim, start, max(end - start, 0)))
        start = end
    return tuple(pieces)


@builtin
def unbind(input: Tensor, dim: int = 0):
    if input.dim() == 0:
        if dim not in (0, -1):
            input.size(dim)  # which refuses what is none
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return _titled('UnbindBackward0', [input.select(dim, i) for i in range(input.size(dim))])


# ---- where ---------------------------------------------------------------------------------------


@builtin
def nonzero(input: Tensor, *, as_tuple: bool = False):
    if not as_tuple:
        return _VF.nonzero(input)
    return unbind(_VF.nonzero(input if input.dim() else input.unsqueeze(0)), 1)


@builtin
def argwhere(input: Tensor):
    return _VF.nonzero(input)


@method
def where(self, condition: Tensor, other):
    return _VF.where(condition, self, other)


@function
def where(condition: Tensor, input=None, other=None):
    if input is None and other is None:
        return nonzero(condition, as_tuple=True)
    return _VF.where(condition, input) if other is None else _VF.where(condition, input, other)


def _flat(cells):
    """Nested lists as one."""
    while cells and isinstance(cells[0], list):
        cells = [cell for row in cells for cell in row]
    return cells


def _title(tensor):
    return tensor.type().split('.')[-1][:-6]


def _kept(result, *tensors):
    """PyTorch's node needs them as they are."""
    if result.requires_grad:
        _keep(result, tensors)
    return result


@builtin
def take(input: Tensor, index: Tensor):
    """The cells that the index names, all cells counted in order."""
    count = input.numel()
    if index.dtype != torch.int64:
        raise RuntimeError(f"take(): Expected a long tensor for index, but got {_title(index)}")
    least, most = _extent(index)
    if least < -count or most >= count:
        if not count:
            raise IndexError("take(): tried to take from an empty tensor")
        wrong = [place for place in _flat([index.tolist()]) if not -count <= place < count][0]
        raise IndexError(f"out of range: tried to access index {wrong} on a tensor of {count} elements.")
    order = index if index.dim() < 2 else index.clone(torch.contiguous_format)
    return _kept(_as_one(input.reshape(-1)[order], 'TakeBackward0', input), input, index)


def _spread(tensor, shape):
    return tensor if tensor.shape == shape else tensor.expand(shape)


@builtin
def masked_select(input: Tensor, mask: Tensor):
    if mask.dtype != torch.bool:
        fail('RuntimeError', "masked_select: expected BoolTensor for mask",
             "compare it with 0 to make a mask: mask != 0")
    shape = _broadcast_shape([mask.shape, input.shape])
    found = _spread(input, shape)[_spread(mask, shape)]
    return _kept(_as_one(found, 'MaskedSelectBackward0', input), input, mask)


@builtin
def masked_scatter(input: Tensor, mask: Tensor, source: Tensor):
    if source.dtype != input.dtype:
        raise RuntimeError("masked_scatter: expected self and source to have same dtypes but got"
                           f"{_title(input)} and {_title(source)}")
    if mask.dtype != torch.bool:
        raise RuntimeError("masked_scatter_ only supports boolean masks, but got mask with dtype "
                           f"{_title(mask)}")
    shape = _broadcast_shape([input.shape, mask.shape])
    mask = _spread(mask, shape)
    count = sum(_flat([mask.tolist()]))
    if count > source.numel():
        raise RuntimeError("Number of elements of source < number of ones in mask")
    found = _spread(input, shape).clone(torch.contiguous_format)
    found[mask] = source.reshape(-1)[:count]
    return _as_one(found, 'MaskedScatterBackward0', input, source)


@method
def masked_scatter_(self, mask: Tensor, source: Tensor):
    _check_apart(self, mask, source)
    return _write(self, masked_scatter(self, mask, source), 'MaskedScatterBackward0')


def binary_search(edges, values, right):
    """Along the last dimension. It asks the edges that PyTorch asks, which shows where they are in no order."""
    count, low = edges.size(-1), torch.zeros_like(values, dtype=torch.int64)
    high = low + count
    for _ in range(count.bit_length()):
        middle = (low + high) // 2
        edge = edges.gather(-1, middle.clamp(max=count - 1))
        is_before = (edge > values if right else edge >= values) | (low == high)
        low, high = torch.where(is_before, low, middle + 1), torch.where(is_before, middle, high)
    return low


@function
def bucketize(input: Tensor, boundaries: Tensor, right: bool = False, out_int32: bool = False):
    """How many boundaries are below the cell, all of NaN."""
    if boundaries.dim() != 1:
        raise RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({boundaries.dim()})")
    found = binary_search(boundaries, input.reshape(-1), right).view(input.shape)
    return found.int() if out_int32 else found


@function
def isin(elements, test_elements, *, invert: bool = False, assume_unique: bool = False):
    elements, test_elements = [part if isinstance(part, torch.Tensor) else torch.tensor(part)
                               for part in (elements, test_elements)]
    found = (elements.unsqueeze(-1) == test_elements.reshape(-1)).any(-1)
    return found.logical_not() if invert else found


@builtin
def count_nonzero(input: Tensor, dim=None):
    there = input != 0
    return there.sum() if dim is None else there.sum(dim)


def _groups(cells, order, return_inverse, return_counts):
    """Cells of one dimension, those that are equal next to each other; `order` says where they were."""
    count = cells.numel()
    begins = torch.ones(count, dtype=torch.bool)
    if count > 1:
        begins = torch.cat([begins[:1], cells[1:] != cells[:-1]])
    found = [cells[begins]]
    if return_inverse:
        places = begins.cumsum(0) - 1
        found.append(places if order is None else torch.empty_like(order).scatter(0, order, places))
    if return_counts:
        first = _VF.nonzero(begins).squeeze(1)
        found.append(torch.cat([first[1:], torch.tensor([count])]) - first if count else first)
    return found


def _without_gradient(title, name, input, found):
    def refuse(*grads):
        raise NotImplementedError(f"the derivative for '{name}' is not implemented.")

    if torch.is_grad_enabled() and input.requires_grad:
        _connect((found[0],), (input,), title, refuse, True)
    return tuple(found) if len(found) > 1 else found[0]


@builtin
def unique(input: Tensor, sorted: bool = True, return_inverse: bool = False,
           return_counts: bool = False, dim: int = None):
    if dim is not None:
        from torch._more import unique_rows
        return unique_rows(input, dim, return_inverse, return_counts)
    cells, order = input.detach().reshape(-1).sort(stable=True)
    found = _groups(cells, order, return_inverse, return_counts)
    if return_inverse:
        found[1] = found[1].view(input.shape)
    return _without_gradient('Unique2Backward0', '_unique2', input, found)


@builtin
def unique_consecutive(input: Tensor, return_inverse: bool = False, return_counts: bool = False,
                       dim: int = None):
    if dim is not None:
        raise NotImplementedError("unique_consecutive() of whole slices (dim=) is not there in qkv; a loop "
                                  "over the rows is")
    found = _groups(input.detach().reshape(-1), None, return_inverse, return_counts)
    if return_inverse:
        found[1] = found[1].view(input.shape)
    return _without_gradient('UniqueConsecutiveBackward0', 'unique_consecutive', input, found)


@builtin
def isclose(input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08,
            equal_nan: bool = False):
    """a == b, or |a - b| finite and small enough."""
    if input.dtype != other.dtype:
        names = [part.type().split('.')[-1][:-6] for part in (input, other)]
        raise RuntimeError(' did not match '.join(names))
    equal = input == other
    if not input.is_floating_point():
        return equal
    if equal_nan:
        equal = equal | (input.isnan() & other.isnan())
    apart = (input - other).abs()
    return equal | ((apart <= (other * rtol).abs() + atol) & (apart < math.inf))


# ---- joined --------------------------------------------------------------------------------------


def _at_least(input, dims):
    if input.dim() == 0 and dims:
        return input.reshape((1,) * dims)
    if input.dim() == 1 and dims > 1:
        input = input.unsqueeze(0)
    return input.unsqueeze(-1) if input.dim() == 2 and dims > 2 else input


def _each_at_least(name, given, dims):
    widened = tuple([_at_least(tensor, dims) for tensor in _tensors_of(name, given)])
    return widened[0] if len(given) == 1 and isinstance(given[0], torch.Tensor) else widened


@function
def atleast_1d(*tensors):
    return _each_at_least('atleast_1d', tensors, 1)


@function
def atleast_2d(*tensors):
    return _each_at_least('atleast_2d', tensors, 2)


@function
def atleast_3d(*tensors):
    return _each_at_least('atleast_3d', tensors, 3)


def _stacked(name, tensors, dims):
    if not tensors:
        raise RuntimeError(f"{name} expects a non-empty TensorList")
    return _each_at_least(name, (tensors,), dims)


@function
def hstack(tensors: Tensors):
    tensors = _stacked('hstack', tensors, 1)
    return torch.cat(tensors, 0 if tensors[0].dim() == 1 else 1)


@function
def vstack(tensors: Tensors):
    return torch.cat(_stacked('vstack', tensors, 2), 0)


@function
def row_stack(tensors: Tensors):
    return torch.cat(_stacked('vstack', tensors, 2), 0)


@function
def dstack(tensors: Tensors):
    return torch.cat(_stacked('dstack', tensors, 3), 2)


@function
def column_stack(tensors: Tensors):
    """Lines become columns."""
    return torch.cat([line.reshape(line.numel(), 1) if line.dim() <= 1 else line for line in tensors], 1)


# ---- broadcast together --------------------------------------------------------------------------


def _broadcast_shape(shapes):
    result = []
    for shape in shapes:
        shape = list(shape)
        wide = max(len(shape), len(result))
        shape, result = [[1] * (wide - len(sizes)) + sizes for sizes in (shape, result)]
        for d in reversed(range(wide)):
            if 1 not in (shape[d], result[d]) and shape[d] != result[d]:
                raise RuntimeError(f"The size of tensor a ({result[d]}) must match the size of tensor b "
                                   f"({shape[d]}) at non-singleton dimension {d}")
        result = [b if a == 1 else a for a, b in zip(result, shape)]
    return tuple(result)


@function
def broadcast_tensors(*tensors):
    tensors = _tensors_of('broadcast_tensors', tensors)
    shape = _broadcast_shape([tensor.shape for tensor in tensors])
    return tuple([tensor if tensor.shape == shape else tensor.expand(shape) for tensor in tensors])


@function
def meshgrid(*tensors, indexing: str = None):
    """Each line along a dimension of its own, repeated along the others."""
    lines = _tensors_of('meshgrid', tensors)
    if not lines:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if indexing not in (None, 'ij', 'xy'):
        raise RuntimeError('torch.meshgrid: indexing must be one of "xy" or "ij", but received: '
                           f'{indexing}')
    for line in lines:
        if line.dim() > 1:
            raise RuntimeError("torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: "
                               + ("a tensor with more dimensions" if line.numel() else "an empty one"))
        if line.dtype != lines[0].dtype:
            raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    along = list(range(len(lines)))
    if indexing == 'xy':
        along[:2] = reversed(along[:2])
    shape = [lines[i].numel() for i in along]
    return tuple([line.view([-1 if i == d else 1 for d in along]).expand(shape)
                  for i, line in enumerate(lines)])


# ---- other shapes --------------------------------------------------------------------------------


@method
def view_as(self, other: Tensor):
    return self.view(other.shape)


@method
def reshape_as(self, other: Tensor):
    return self.reshape(other.shape)


@method
def expand_as(self, other: Tensor):
    return self.expand(other.shape)


@builtin
def broadcast_to(input: Tensor, size: ints):
    return input.expand(size)


@builtin
def ravel(input: Tensor):
    return input.contiguous().reshape(-1)


def _multiply_up(sizes, total, dim):
    """The sizes, with the one that is -1 as what is left over."""
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    known, parts = 1, list(sizes)
    for size in sizes:
        known *= -size if size == -1 else size
    if parts.count(-1) == 1 and known > 0 and total % known == 0:
        parts[parts.index(-1)] = total // known
        known = total
    if known != total or min(parts) < 0:
        raise RuntimeError(f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim "
                           f"{dim} ({total}) in the input tensor")
    return parts


@builtin
def unflatten(input: Tensor, dim: int, sizes):
    if not isinstance(sizes, (list, tuple)):
        raise TypeError("unflatten(): argument 'sizes' (position 2) must be tuple of ints, not "
                        f"{type(sizes).__name__}")
    if input.dim() == 0:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    total, dim = input.size(dim), dim % input.dim()
    shape = list(input.shape)
    return input.view(shape[:dim] + _multiply_up(sizes, total, dim) + shape[dim + 1:])


@builtin
def tile(input: Tensor, dims: ints):
    return input.repeat((1,) * (input.dim() - len(dims)) + tuple(dims))


@builtin
def rot90(input: Tensor, k: int = 1, dims: ints = (0, 1)):
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if input.dim() < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {input.dim()}")
    if k % 2 == 0:
        return input.flip(dims) if k % 4 else input.clone()
    turned = input.flip(dims[1] if k % 4 == 1 else dims[0]).transpose(*dims)
    return _as_one(turned.clone(), 'Rot90Backward0', input)


@builtin
def diag(input: Tensor, diagonal: int = 0):
    if input.dim() == 1:
        return input.diag_embed(diagonal)
    if input.dim() == 2:
        return _as_one(input.diagonal(diagonal).clone(torch.contiguous_format),
                       'DiagonalBackward0_copy', input)
    raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {input.dim()}D")


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


@function
def numel(input: Tensor):
    return input.numel()


@method
def stride(self, dim: int = None):
    strides = self._strides()
    if dim is None:
        return strides
    self.size(dim)  # which refuses what is none
    return strides[dim] if strides else 0


# ---- along a dimension ---------------------------------------------------------------------------


@builtin
def take_along_dim(input: Tensor, indices: Tensor, dim: int = None):
    if dim is None:
        return ravel(input).gather(0, ravel(indices))
    if input.dim() != indices.dim():
        raise RuntimeError("torch.take_along_dim(): input and indices should have the same number of "
                           f"dimensions, but got {input.dim()} dimensions for input, and {indices.dim()} "
                           "dimensions for indices")
    input.size(dim)  # which refuses what is none
    shapes = [list(input.shape), list(indices.shape)]
    own = [shape[dim] for shape in shapes if shape]
    for shape in shapes:
        shape[dim:] = [1] + shape[dim + 1:] if dim + 1 else [1]
    both = list(_broadcast_shape(shapes))
    wide = []
    for size in own:
        both[dim] = size
        wide.append(tuple(both))
    return input.expand(wide[0]).gather(dim, indices.expand(wide[1]))


def _scattered(name, input, dim, index, src, value, reduce):
    source = value if src is None else src
    if source is None:
        raise TypeError('scatter() missing 1 required positional arguments: "src"')
    rows = {None: _VF.scatter, 'add': torch.scatter_add, 'multiply': _VF.scatter_multiply}
    if reduce not in rows:
        raise RuntimeError("reduce argument must be either add or multiply.")
    return rows[reduce](input, dim, index, source)


@builtin
def scatter(input: Tensor, dim: int, index: Tensor, src=None, value=None, reduce: str = None):
    return _scattered('scatter', input, dim, index, src, value, reduce)


@method
def scatter_(self, dim: int, index: Tensor, src=None, value=None, reduce: str = None):
    _check_apart(self, index, src)
    written = _scattered('scatter_', self, dim, index, src, value, reduce)
    return _write(self, written)


def _check_added(input, dim, index, source):
    """The dimension, counted from 0."""
    dims, titles = max(input.dim(), 1), [tensor.type()[6:-6] for tensor in (input, source, index)]
    if not -dims <= dim < dims:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-dims}, {dims - 1}], but got "
                         f"{dim})")
    if source.dtype != input.dtype:
        raise RuntimeError(f"index_add_(): self ({titles[0]}) and source ({titles[1]}) must have the same scalar "
                           "type")
    if index.dtype not in (torch.int64, torch.int32):
        raise RuntimeError(f"index_add_(): Expected dtype int32/int64 for index but got: {titles[2]}")
    dim, size, given = dim % dims, (input.shape or (1,))[dim], source.shape or (1,)
    few = index.dim() <= 1 and dim < len(given) and index.numel() != given[dim]
    if few and source.dim() > dim:
        raise RuntimeError(f"index_add_(): Number of indices ({index.numel()}) should be equal to "
                           f"source.size(dim): ({given[dim]}), for dim: {dim}")
    if index.dim() > 1:
        raise IndexError("index_add(): Index is supposed to be a vector")
    least, most = _extent(index)
    if least < 0 or most >= size:
        wrong = next(place for place in (index.tolist() if index.dim() else [index.item()]) if not 0 <= place < size)
        raise RuntimeError(f"index {wrong} is out of bounds for dimension {dim} with size {size}")
    slices = [' '.join([str(n) for d, n in enumerate(shape) if d != dim]) for shape in (input.shape, source.shape)]
    if few or input.dim() != source.dim() or slices[0] != slices[1]:
        fail('RuntimeError', "index_add_(): Source/destination tensor must have same slice shapes. Destination "
             f"slice shape: {slices[0]} at dimension {dim} and source slice shape: {slices[1]} at dimension 0.",
             'one slice of the source for each entry of the index')
    return dim


@builtin
def index_add(input: Tensor, dim: int, index: Tensor, source: Tensor):
    dim = _check_added(input, dim, index, source)
    index = index if index.dim() else index.reshape(1)
    if input.dim() == 0:
        made = input + source
    else:
        whole = input.clone(memory_format=torch.contiguous_format)
        made = _put(whole, (*[slice(None)] * dim, index), source, True)
    return _as_one(made, 'IndexAddBackward0', input, source)


@method
def index_add_(self, dim: int, index: Tensor, source: Tensor):
    added = index_add(self, dim, index, source)
    _check_apart(self, index, source)
    return _write(self, added, 'IndexAddBackward0')


@builtin
def movedim(input: Tensor, source: ints, destination: ints):
    dims, moved = max(input.dim(), 1), {}
    if len(source) != len(destination):
        raise RuntimeError(f"movedim: Invalid source or destination dims: source ({list(source)} dims) should "
                           f"contain the same number of dims as destination ({list(destination)} dims)")
    for dim in (*source, *destination):
        if not -dims <= dim < dims:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-dims}, {dims - 1}], but got "
                             f"{dim})")
    for name, given in (('source', source), ('destination', destination)):
        moved[name] = [dim % dims for dim in given]
        if len(set(moved[name])) < len(given):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({list(given)})")
    if input.dim() == 0:
        return _as_one(input.permute(()), 'AliasBackward0', input)
    place = dict(zip(moved['destination'], moved['source']))
    left = iter([dim for dim in range(dims) if dim not in moved['source']])
    return input.permute([place[dim] if dim in place else next(left) for dim in range(dims)])


@builtin
def moveaxis(input: Tensor, source: ints, destination: ints):
    return movedim(input, source, destination)


@builtin
def index_put(input: Tensor, indices, values, accumulate: bool = False):
    return _as_one(input.clone().index_put_(indices, values, accumulate), 'IndexPutBackward0', input,
                   values)


@method
def index_put_(self, indices, values, accumulate: bool = False):
    parts = indices if isinstance(indices, (tuple, list)) else [indices]
    if parts is not indices or not all([part is None or isinstance(part, torch.Tensor) for part in parts]):
        raise TypeError("index_put_(): argument 'indices' (position 1) must be tuple of Tensors, not "
                        f"{type(indices).__name__}")
    return _put(self, indices, values, accumulate)


def _check_positions(name, error, before, input, dim, index, least):
    size = input.size(dim) if input.dim() else 1
    if index.dim() > 1:
        raise IndexError(f"{name}(): Index is supposed to be a vector")
    low, high = _extent(index)
    if low < least * size or high >= size:
        wrong = [place for place in _flat([index.tolist()]) if not least * size <= place < size][0]
        raise error(f"{before}index {wrong} is out of bounds for dimension {dim % max(input.dim(), 1)} with "
                    f"size {size}")


def _along(tensor, dim, index):
    return (slice(None),) * (dim % tensor.dim()) + (index.reshape(-1),) if tensor.dim() else ...


def _check_lines(input, dim):
    """PyTorch views the tensor without the dimension, which one of size 0 may not allow."""
    if not input.dim() or input.size(dim):
        return
    sizes, strides, cell = list(input.shape), list(input.stride()), input.element_size()
    sizes[dim], strides[dim] = 1, 0
    needed = (input.storage_offset() + 1 + sum([(n - 1) * step for n, step in zip(sizes, strides)])) * cell
    there = input._storage_cells().numel() * cell
    if needed > there:
        raise RuntimeError(f"setStorage: sizes {sizes}, strides {strides}, storage offset "
                           f"{input.storage_offset()}, and itemsize {cell} requiring a storage size of {needed} "
                           f"are out of bounds for storage of size {there}")


@builtin
def index_fill(input: Tensor, dim: int, index: Tensor, value):
    is_tensor = isinstance(value, torch.Tensor)
    if not is_tensor and not isinstance(value, Number):
        raise TypeError("index_fill(): argument 'value' (position 3) must be Number, not "
                        f"{type(value).__name__}")
    if is_tensor and value.dim():
        raise RuntimeError("index_fill_ only supports a 0-dimensional value tensor, but got tensor with "
                           f"{value.dim()} dimension(s).")
    if index.dtype != torch.int64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    if input.dim() or dim not in (0, -1):
        input.size(dim)  # which refuses what is none
    if index.dim() > 1:
        raise RuntimeError("Index has to be a vector/scalar")
    found = input.clone()
    if all(size for d, size in enumerate(input.shape) if d != dim % input.dim()):
        _check_lines(input, dim)  # where nothing can be filled, any position will do
        _check_positions('index_fill', IndexError, '', input, dim, index, -1)
    places = index.unique() if is_tensor and value.requires_grad else index  # each counts once
    if index.numel() and found.numel():
        found[_along(input, dim, places)] = value.to(input.dtype) if is_tensor else value
    if is_tensor:
        return _kept(_as_one(found, 'IndexFillBackward1', input, value), index)
    return _kept(_as_one(found, 'IndexFillBackward0', input), index)


@method
def index_fill_(self, dim: int, index: Tensor, value):
    _check_apart(self)
    title = f'IndexFillBackward{int(isinstance(value, torch.Tensor))}'
    return _write(self, index_fill(self, dim, index, value), title)


def _check_source(input, dim, index, source):
    """The input's sizes, but for one cell along `dim` for each entry of the index."""
    dim = dim % max(input.dim(), 1)
    sizes, given = [[size for d, size in enumerate(tensor.shape) if d != dim] for tensor in (input, source)]
    same = sizes == given and input.dim() == source.dim()
    along = source.size(dim) if source.dim() > dim else 1
    if same and along == index.numel():
        return
    if same:
        raise IndexError(f"index_copy_(): Number of indices ({index.numel()}) should be equal to "
                         f"source.size(dim) ({along})")
    fail('RuntimeError', "index_copy_(): Source/destination tensor must have same slice shapes. Destination "
         f"slice shape: {' '.join([str(size) for size in sizes])} at dimension {dim} and source slice shape: "
         f"{' '.join([str(size) for size in given])} at dimension 0.",
         "one slice of the source for each entry of the index")


@builtin
def index_copy(input: Tensor, dim: int, index: Tensor, source: Tensor):
    if source.dtype != input.dtype:
        raise RuntimeError("index_copy_(): self and source expected to have the same dtype, but got (self) "
                           f"{_title(input)} and (source) {_title(source)}")
    if index.dtype != torch.int64:
        raise RuntimeError(f"index_copy_(): Expected a long tensor for index, but got {_title(index)}")
    _check_positions('index_copy', IndexError, 'index_copy_(): ', input, dim, index, 0)
    _check_source(input, dim, index, source)
    found = input.clone(torch.contiguous_format)
    if index.numel():
        found[_along(input, dim, index)] = source
    return _kept(_as_one(found, 'IndexCopyBackward0', input, source), index)


@method
def index_copy_(self, dim: int, index: Tensor, source: Tensor):
    _check_apart(self, index, source)
    return _write(self, index_copy(self, dim, index, source), 'IndexCopyBackward0')


def _check_repeats(repeats, dim, size):
    if repeats.dtype not in (torch.int64, torch.int32):
        raise RuntimeError(f"\"repeat_interleave_cpu\" not implemented for '{repeats.type()[6:-6]}'")
    if repeats.dim() > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    if repeats.numel() not in (1, size):
        raise RuntimeError("repeats must have the same size as input along dim, but got repeats.size(0) = "
                           f"{repeats.numel()} and input.size({dim}) = {size}")
    if (repeats < 0).any():
        raise RuntimeError("repeats can not be negative")


@builtin
def repeat_interleave(input: Tensor, repeats, dim: int = None, *, output_size: int = None):
    """Position i as often as `repeats` says."""
    if dim is None:
        input, dim = input.flatten(), 0
    if input.dim() == 0:
        raise IndexError("Dimension out of range (expected to be in range of [-1, 0], but got 1)")
    size, dim = input.size(dim), dim % input.dim()
    if isinstance(repeats, torch.Tensor):
        _check_repeats(repeats, dim, size)
        times = repeats.flatten().tolist()
        times = times * size if len(times) == 1 else times
    elif repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    else:
        times = [repeats] * size
    positions = [i for i, count in enumerate(times) for _ in range(count)]
    chosen = input.index_select(dim, torch.tensor(positions, dtype=torch.int64))
    if isinstance(repeats, torch.Tensor):
        return chosen
    if chosen.requires_grad:
        chosen = chosen.view_as(chosen)  # as it is in PyTorch, which says so where it is written to
    return _as_one(chosen, 'ViewBackward0(CloneBackward0(ExpandBackward0(UnsqueezeBackward0(0))))', input)


# ---- with a rule of their own --------------------------------------------------------------------


def _by_rule(title, name):
    """Differentiated by d_NAME of torch._derivatives, which is read when it is needed."""
    def decorate(function):
        def rule(*args):
            import torch._derivatives
            return getattr(torch._derivatives, 'd_' + name)(*args)

        from torch._one_node import first_tensor, ruled
        return ruled(title, rule, first_tensor)(function)

    return decorate


# ---- moved and counted ---------------------------------------------------------------------------


def _rolled(input, shift, dim):
    """What is behind goes to the front."""
    if not input.numel():
        return input.clone()
    if not input.dim():
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    size = input.size(dim)
    start = -shift % size
    return torch.cat([input.narrow(dim, start, size - start), input.narrow(dim, 0, start)], dim)


@builtin
def roll(input: Tensor, shifts: ints, dims: ints = None):
    """The cells shifted along the dimensions, those at the end moved to the front."""
    dims = dims or ()
    if not shifts:
        raise RuntimeError("`shifts` required")
    if not dims and len(shifts) == 1:
        return _as_one(_rolled(ravel(input), shifts[0], 0).view(input.shape), 'RollBackward0', input)
    if len(shifts) != len(dims):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
    rolled = input
    for shift, dim in zip(shifts, dims):
        rolled = _rolled(rolled, shift, dim)
    return _as_one(rolled, 'RollBackward0', input)


@_by_rule('torch::autograd::NotImplemented', 'bincount')
def _counted(input, weights, bins):
    if weights is None:
        return torch.zeros(bins, dtype=torch.int64).scatter_add(0, input.long(), torch.ones_like(input).long())
    dtype = torch.float32 if weights.dtype == torch.float32 else torch.float64
    return torch.zeros(bins, dtype=dtype).scatter_add(0, input.long(), weights.to(dtype))


@builtin
def bincount(input: Tensor, weights: Tensor = None, minlength: int = 0):
    """How many cells have each value, or the sum of their weights."""
    if input.dtype == torch.bool or input.is_floating_point():
        raise RuntimeError(f"\"bincount_cpu\" not implemented for '{_title(input)}'")
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    least, most = _extent(input)
    if input.dim() != 1 or least < 0:
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if weights is not None and weights.shape != input.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    return _counted(input, weights, max(minlength, int(most) + 1) if input.numel() else minlength)


@_by_rule('NansumBackward0', 'nansum')
def _nansum(input, dim, keepdim, dtype):
    return torch.where(input.isnan(), torch.zeros_like(input), input).sum(dim, keepdim, dtype=dtype)


@builtin
def nansum(input: Tensor, dim: ints = None, keepdim: bool = False, *, dtype: dtype = None):
    """The sum of the cells along the dimension that are not NaN."""
    return _nansum(input, dim, keepdim, dtype)


@_by_rule('TraceBackward0', 'trace')
def _trace(input):
    cells = input.diagonal()
    return cells.double().sum().to(input.dtype) if input.is_floating_point() else cells.sum()


def _checked_trace(input):
    if input.dtype in (torch.float16, torch.bfloat16):
        raise RuntimeError(f"\"trace\" not implemented for '{_title(input)}'")
    if input.dim() != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.dim()}")
    if input.dtype == torch.bool:
        raise RuntimeError("\"trace\" not implemented for 'Bool'")
    return _trace(input)


@builtin
def trace(input: Tensor):
    """The sum of the cells on the diagonal."""
    from torch._autocast import full
    return full(_checked_trace)(input)


@_by_rule('NanToNumBackward0', 'nan_to_num')
def _nan_to_num(input, nan, posinf, neginf):
    found = input.clone()
    if not input.is_floating_point():
        return found
    most = torch.finfo(input.dtype).max
    found.masked_fill_(input.isnan(), 0.0 if nan is None else nan)
    found.masked_fill_(input == math.inf, most if posinf is None else posinf)
    return found.masked_fill_(input == -math.inf, -most if neginf is None else neginf)


@builtin
def nan_to_num(input: Tensor, nan: float = None, posinf: float = None, neginf: float = None):
    """The cell; 0 for NaN, the largest number for infinity, or what is given for them."""
    return _nan_to_num(input, nan, posinf, neginf)


@method
def nan_to_num_(self, nan: float = None, posinf: float = None, neginf: float = None):
    return _write(self, _nan_to_num(self, nan, posinf, neginf))
