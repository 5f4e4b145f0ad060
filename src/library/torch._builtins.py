"""Functions of torch that are made of other operations, and are C in PyTorch."""
import math
from numbers import Integral

import torch
from torch import _VF
from torch._C import _as_one, _as_pieces, _check_apart, _in_class_of, _write, builtin, function, method

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


@builtin
def unique(input: Tensor, sorted: bool = True, return_inverse: bool = False,
           return_counts: bool = False, dim: int = None):
    if dim is None:
        return _VF.unique(input, sorted, return_inverse, return_counts)
    from torch._more import unique_rows
    return unique_rows(input, dim, return_inverse, return_counts)


@builtin
def unique_consecutive(input: Tensor, return_inverse: bool = False, return_counts: bool = False,
                       dim: int = None):
    if dim is None:
        return _VF.unique_consecutive(input, return_inverse, return_counts)
    raise NotImplementedError("unique_consecutive() of whole slices (dim=) is not there in qkv; a loop "
                              "over the rows is")


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


# ---- filled --------------------------------------------------------------------------------------


@method
def new_full(self, size: ints, fill_value, *, dtype=None, device=None, requires_grad: bool = False,
             layout=None, pin_memory: bool = False):
    dtype = self.dtype if dtype is None else dtype
    return _in_class_of(self, torch.full(size, fill_value, dtype=dtype, device=device,
                                         requires_grad=requires_grad))


def _new(make, self, size, dtype, device, requires_grad):
    dtype = self.dtype if dtype is None else dtype
    return _in_class_of(self, make(size, dtype=dtype, device=device, requires_grad=requires_grad))


@method
def new_zeros(self, size: ints, *, dtype=None, device=None, requires_grad: bool = False, layout=None,
              pin_memory: bool = False):
    return _new(torch.zeros, self, size, dtype, device, requires_grad)


@method
def new_ones(self, size: ints, *, dtype=None, device=None, requires_grad: bool = False, layout=None,
             pin_memory: bool = False):
    return _new(torch.ones, self, size, dtype, device, requires_grad)


@method
def new_empty(self, size: ints, *, dtype=None, device=None, requires_grad: bool = False, layout=None,
              pin_memory: bool = False):
    return _new(torch.empty, self, size, dtype, device, requires_grad)


@function
def logspace(start, end, steps, base: float = 10.0, *, dtype=None, device=None,
             requires_grad: bool = False, layout=None, pin_memory: bool = False):
    dtype = torch.get_default_dtype() if dtype is None else dtype
    made = dtype if dtype == torch.float32 else torch.float64
    found = (base ** torch.linspace(start, end, steps, dtype=made, device=device)).to(dtype)
    return found.requires_grad_() if requires_grad else found


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


@builtin
def index_put(input: Tensor, indices, values, accumulate: bool = False):
    return _as_one(input.clone().index_put_(indices, values, accumulate), 'IndexPutBackward0', input,
                   values)


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
