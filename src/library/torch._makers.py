"""Functions of torch and methods of tensors that make tensors of numbers that are given or drawn.
PyTorch has them in C."""
import math

import torch
from _qkv import fail
from torch import _VF
from torch._C import (_arange, _are_close, _are_equal, _choose, _draw, _dtype, _empty, _extent, _eye, _fill,
                      _full, _in_class_of, _linspace, _made, _note_drawn, _permutation, _shared, _tensor,
                      builtin, function, method, transparent)

# ---- of data ---------------------------------------------------------------------------------------


@function
def tensor(data, *, dtype: dtype = None, device: device = None, requires_grad: bool = False, layout=None,
           pin_memory=False):
    return _tensor(data, dtype, requires_grad)


@method
def new_tensor(self, data, *, dtype: dtype = None, device: device = None, requires_grad: bool = False,
               layout=None, pin_memory=False):
    return _in_class_of(self, _tensor(data, self.dtype if dtype is None else dtype, requires_grad))


@function
def as_tensor(data, dtype: dtype = None, device: device = None):
    """Shares the numbers of a tensor or an array where the dtype is theirs."""
    shared = _shared(data)
    if shared is None:
        return _tensor(data, dtype, False)
    return shared if dtype is None or shared.dtype == dtype else shared.to(dtype)


@function
def from_numpy(ndarray):
    shared = _shared(ndarray)
    if shared is None or isinstance(ndarray, torch.Tensor):
        raise TypeError(f"expected np.ndarray (got {ndarray.__class__.__name__})")
    return shared


@transparent
def new(size: ints, *, dtype=None):
    return _full('zeros', size, dtype, False, 0)


def of_class(dtype, *args):
    """torch.FloatTensor(2, 3) and torch.FloatTensor([1, 2]): sizes, or data."""
    if len(args) == 1 and not isinstance(args[0], (int, torch.Size)):
        return _tensor(args[0], dtype, False)
    return new(*(args or (0,)), dtype=dtype)


# ---- filled ----------------------------------------------------------------------------------------


@function
def zeros(size: ints = (), *, dtype: dtype = None, device: device = None, requires_grad: bool = False,
          layout=None, pin_memory=False):
    return _full('zeros', size, dtype, requires_grad, 0.0)


@function
def ones(size: ints = (), *, dtype: dtype = None, device: device = None, requires_grad: bool = False,
         layout=None, pin_memory=False):
    return _full('ones', size, dtype, requires_grad, 1.0)


@function
def empty(size: ints = (), *, dtype: dtype = None, device: device = None, requires_grad: bool = False,
          layout=None, pin_memory=False):
    return _empty(size, dtype, requires_grad)


@function
def full(size: ints, fill_value, *, dtype: dtype = None, device: device = None,
         requires_grad: bool = False, layout=None, pin_memory=False):
    return _full('full', size, dtype, requires_grad, fill_value)


def _like(name, input, value, dtype, requires_grad):
    dtype = input.dtype if dtype is None else dtype
    return _in_class_of(input, _full(name, input.shape, dtype, requires_grad, value, input))


@function
def zeros_like(input: Tensor, *, dtype: dtype = None, device: device = None, requires_grad: bool = False,
               layout=None, pin_memory=False):
    return _like('zeros_like', input, 0, dtype, requires_grad)


@function
def ones_like(input: Tensor, *, dtype: dtype = None, device: device = None, requires_grad: bool = False,
              layout=None, pin_memory=False):
    return _like('ones_like', input, 1, dtype, requires_grad)


@function
def full_like(input: Tensor, fill_value, *, dtype: dtype = None, device: device = None,
              requires_grad: bool = False, layout=None, pin_memory=False):
    return _like('full_like', input, fill_value, dtype, requires_grad)


@function
def empty_like(input: Tensor, *, dtype: dtype = None, device: device = None, requires_grad: bool = False,
               layout=None, pin_memory=False):
    dtype = input.dtype if dtype is None else dtype
    return _in_class_of(input, _empty(input.shape, dtype, requires_grad, input))


def _new(name, self, size, value, dtype, requires_grad):
    dtype = self.dtype if dtype is None else dtype
    return _in_class_of(self, _full(name, size, dtype, requires_grad, value))


@method
def new_full(self, size: ints, fill_value, *, dtype: dtype = None, device: device = None,
             requires_grad: bool = False, layout=None, pin_memory=False):
    return _new('full', self, size, fill_value, dtype, requires_grad)


@method
def new_zeros(self, size: ints, *, dtype: dtype = None, device: device = None, requires_grad: bool = False,
              layout=None, pin_memory=False):
    return _new('zeros', self, size, 0, dtype, requires_grad)


@method
def new_ones(self, size: ints, *, dtype: dtype = None, device: device = None, requires_grad: bool = False,
             layout=None, pin_memory=False):
    return _new('ones', self, size, 1, dtype, requires_grad)


@method
def new_empty(self, size: ints, *, dtype: dtype = None, device: device = None, requires_grad: bool = False,
              layout=None, pin_memory=False):
    return _in_class_of(self, _empty(size, self.dtype if dtype is None else dtype, requires_grad))


# ---- sequences -------------------------------------------------------------------------------------


@function
def arange(*numbers, start=None, end=None, step=None, dtype: dtype = None, device: device = None,
           requires_grad: bool = False, layout=None, pin_memory=False):
    count = len(numbers)
    if count == 1:
        end = numbers[0]
    elif count == 2:
        start, end = numbers
    elif count == 3:
        start, end, step = numbers
    if count > 3 or end is None:
        raise TypeError(f"arange() takes from 1 to 3 numbers, {count} were given")
    return _arange(0 if start is None else start, end, 1 if step is None else step, dtype, requires_grad)


@function
def linspace(start, end, steps: int, *, dtype: dtype = None, device: device = None,
             requires_grad: bool = False, layout=None, pin_memory=False):
    return _linspace(start, end, steps, dtype, requires_grad)


@function
def logspace(start, end, steps: int, base: float = 10.0, *, dtype: dtype = None, device: device = None,
             requires_grad: bool = False, layout=None, pin_memory=False):
    dtype = torch.get_default_dtype() if dtype is None else dtype
    made = dtype if dtype == torch.float32 else torch.float64
    found = (base ** _linspace(start, end, steps, made, False)).to(dtype)
    return found.requires_grad_() if requires_grad else found


@function
def eye(n: int, m: int = None, *, dtype: dtype = None, device: device = None, requires_grad: bool = False,
        layout=None, pin_memory=False):
    return _eye(n, n if m is None else m, dtype, requires_grad)


def _check_sides(row, col):
    for word, count in (('row', row), ('col', col)):
        if count < 0:
            raise RuntimeError(f"{word} must be non-negative, got{count}")


def _triangle(name, rows, columns, offset, lower, dtype):
    _check_sides(rows, columns)
    _empty((rows, max(columns, 1)), torch.bool, False)  # or there is no room for them
    row_of, column_of = [], []
    for row in range(rows):
        edge = min(max(row + offset + lower, 0), columns)
        chosen = range(edge) if lower else range(edge, columns)
        row_of += [row] * len(chosen)
        column_of += chosen
    return _made(name, [row_of, column_of], torch.int64 if dtype is None else dtype)


@function
def tril_indices(row: int, col: int, offset: int = 0, *, dtype: dtype = None, device: device = None,
                 layout=None):
    return _triangle('tril_indices', row, col, offset, True, dtype)


@function
def triu_indices(row: int, col: int, offset: int = 0, *, dtype: dtype = None, device: device = None,
                 layout=None):
    return _triangle('triu_indices', row, col, offset, False, dtype)


# ---- drawn -----------------------------------------------------------------------------------------

_KERNELS = {'uniform': 'check_uniform_bounds', 'normal': 'normal_kernel_cpu', 'exponential': 'exponential_cpu'}


def _check_floats(kernel, dtype):
    if not dtype.is_floating_point:
        name = torch.empty(0, dtype=dtype).type()[6:-6]
        raise RuntimeError(f"\"{kernel}\" not implemented for '{name}'")


def _check(kind, a, b, dtype):
    """Can the distribution be drawn from?"""
    if kind == 'normal' and not b >= 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {b:g}")
    if kind == 'exponential' and not a >= 0:
        raise RuntimeError(f"exponential_ expects lambda >= 0.0, but found lambda={a:g}")
    if kind == 'bernoulli' and not 0 <= a <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={a:g}")
    if kind in _KERNELS:
        _check_floats(_KERNELS[kind], dtype)
    if kind == 'uniform' and not a <= b:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={a:g} > to={b:g}")


def _check_integers(low, high, dtype):
    if low >= high:
        raise RuntimeError("random_ expects 'from' to be less than 'to', but got "
                           f"from={low} >= to={high}")
    limits = {torch.bool: ('bool', 0, 1), torch.int32: ('int', -2 ** 31, 2 ** 31 - 1),
              torch.int16: ('short int', -2 ** 15, 2 ** 15 - 1), torch.int8: ('signed char', -128, 127),
              torch.uint8: ('unsigned char', 0, 255)}
    if dtype not in limits:
        return
    name, least, most = limits[dtype]
    if not least <= low <= most:
        raise RuntimeError(f"from is out of bounds for {name}")
    if high - 1 > most:
        raise RuntimeError(f"to - 1 is out of bounds for {name}")


def _check_chances(input):
    _check_floats('bernoulli_tensor_cpu_p_', input.dtype)
    least, most = _extent(input)
    if not 0 <= least or not most <= 1:
        fail('RuntimeError', "Expected p_in >= 0 && p_in <= 1 to be true, but got false.",
             "probabilities from 0 to 1")


def _floats(name, kind, size, generator, dtype, requires_grad, low=0, high=1):
    if size is None:
        fail('TypeError', f"{name}() received an invalid combination of arguments - got (), but expected "
             "one of:", f"torch.{name}(2, 3)")
    if dtype is not None:
        _check(kind, low, high, dtype)
    return _draw(name, generator, requires_grad, dtype, size, None, kind, low, high)


@function
def rand(size: ints = None, *, generator=None, dtype: dtype = None, device: device = None,
         requires_grad: bool = False, layout=None, pin_memory=False):
    return _floats('rand', 'uniform', size, generator, dtype, requires_grad)


@function
def randn(size: ints = None, *, generator=None, dtype: dtype = None, device: device = None,
          requires_grad: bool = False, layout=None, pin_memory=False):
    return _floats('randn', 'normal', size, generator, dtype, requires_grad)


def _integers(name, low, high, size, generator, dtype, requires_grad, like=None):
    _check_integers(low, high, dtype)
    return _draw(name, generator, requires_grad, dtype, size, like, 'integer', low, high)


@transparent
def randint(high: int, size: ints, *, generator=None, dtype=None, requires_grad=False):
    return _integers('randint', 0, high, size, generator, dtype, requires_grad)


_randint_to = randint


@transparent
def randint(low: int, high: int, size: ints, *, generator=None, dtype=None, requires_grad=False):
    return _integers('randint', low, high, size, generator, dtype, requires_grad)


_randint_between = randint


@function
def randint(*numbers, low=None, high=None, size=None, generator=None, dtype: dtype = None,
            device: device = None, requires_grad: bool = False, layout=None, pin_memory=False):
    """randint(high, size) and randint(low, high, size), any of them by name."""
    given = list(numbers)
    if size is None and given and (len(given) > 1 or high is not None):
        size = given.pop()
    if high is None and given:
        high = given.pop()
    if low is None and given:
        low = given.pop()
    if given or high is None or size is None:
        fail('TypeError', "randint() received an invalid combination of arguments, but expected one of:",
             "torch.randint(high, (2, 3)) or torch.randint(low, high, (2, 3))")
    if not isinstance(size, (list, tuple)):
        raise TypeError(f"randint(): argument 'size' (position {2 if low is None else 3}) must be tuple of "
                        f"ints, not {size.__class__.__name__}")
    dtype = torch.int64 if dtype is None else dtype
    if low is None:
        return _randint_to(high, size, generator=generator, dtype=dtype, requires_grad=requires_grad)
    return _randint_between(low, high, size, generator=generator, dtype=dtype, requires_grad=requires_grad)


@function
def randperm(n: int, *, generator=None, dtype: dtype = None, device: device = None, requires_grad=False,
             layout=None, pin_memory=False):
    return _permutation(n, generator, dtype)


def _drawn_like(name, kind, input, dtype, requires_grad):
    dtype = input.dtype if dtype is None else dtype
    _check(kind, 0, 1, dtype)
    return _in_class_of(input, _draw(name, None, requires_grad, dtype, input.shape, input, kind, 0, 1))


@function
def rand_like(input: Tensor, *, dtype: dtype = None, device: device = None, requires_grad: bool = False,
              layout=None, pin_memory=False):
    return _drawn_like('rand_like', 'uniform', input, dtype, requires_grad)


@function
def randn_like(input: Tensor, *, dtype: dtype = None, device: device = None, requires_grad: bool = False,
               layout=None, pin_memory=False):
    return _drawn_like('randn_like', 'normal', input, dtype, requires_grad)


@function
def randint_like(input: Tensor, low: int, high: int = None, *, dtype: dtype = None, device: device = None,
                 requires_grad: bool = False, layout=None, pin_memory=False):
    """randint_like(input, high) and randint_like(input, low, high)"""
    low, high = (0, low) if high is None else (low, high)
    dtype = input.dtype if dtype is None else dtype
    return _in_class_of(input, _integers('randint_like', low, high, input.shape, None, dtype, requires_grad,
                                         input))


def _normal_of_tensors(mean, std, generator):
    """Standard normal numbers, times one, plus the other."""
    first = mean if isinstance(mean, torch.Tensor) else std
    second = std if isinstance(std, torch.Tensor) else first
    scale = 1.0 if std is second else float(std)
    if std is second:
        _check_floats('normal_kernel_cpu', std.dtype)
        if not 0 <= _extent(std)[0]:
            raise RuntimeError("normal expects all elements of std >= 0.0")
    _check('normal', 0.0, scale, first.dtype)
    try:
        shape = torch.broadcast_shapes(first.shape, second.shape)
    except RuntimeError:
        shape = first.shape  # the product will say what does not fit
    drawn = _draw('normal', generator, False, first.dtype, shape, None, 'normal', 0, scale)
    return (drawn.mul(std) if std is second else drawn).add(mean)


@transparent
def normal(mean: float, std: float, size: ints, *, generator=None, dtype=None, requires_grad=False):
    _check('normal', mean, std, torch.get_default_dtype() if dtype is None else dtype)
    return _draw('normal', generator, requires_grad, dtype, size, None, 'normal', mean, std)


_normal_of_numbers = normal


@function
def normal(mean, std=1.0, size=None, *, generator=None, dtype: dtype = None, device: device = None,
           requires_grad: bool = False, layout=None, pin_memory=False):
    tensors = [isinstance(given, torch.Tensor) for given in (mean, std)]
    if size is not None:
        return _normal_of_numbers(mean, std, size, generator=generator, dtype=dtype,
                                  requires_grad=requires_grad)
    for given in (mean, std):
        if not isinstance(given, (torch.Tensor, int, float)):
            raise TypeError("normal(): argument 'mean' (position 1) must be Tensor, not "
                            f"{given.__class__.__name__}")
    if not any(tensors):
        fail('TypeError', "normal() received an invalid combination of arguments - got (float, float), but "
             "expected one of:", "torch.normal(0.0, 1.0, (2, 3))")
    with torch.no_grad():
        made = _normal_of_tensors(mean, std, generator)
    return _note_drawn(made, f"NormalBackward{tensors[0] + 2 * tensors[1]}", mean, std)


@builtin
def bernoulli(input: Tensor, p: float = None, *, generator=None):
    if p is None:
        _check_chances(input)
    else:
        _check('bernoulli', p, 0, input.dtype)
    made = _draw('bernoulli', generator, False, input.dtype, input.shape, None, 'bernoulli',
                 input if p is None else p, 0)
    return _note_drawn(made, 'BernoulliBackward0', input)


@builtin
def multinomial(input: Tensor, num_samples: int, replacement: bool = False, *, generator=None):
    return _choose(input, num_samples, replacement, generator)


# ---- drawn into a tensor ---------------------------------------------------------------------------


def _filled(name, self, kind, a, b, generator):
    _check(kind, a, b, self.dtype)
    return _fill(self, name, generator, kind, a, b)


@method
def normal_(self, mean: float = 0.0, std: float = 1.0, *, generator=None):
    if self.numel() == 0:
        return _fill(self, 'normal_', generator, 'normal', mean, std)
    return _filled('normal_', self, 'normal', mean, std, generator)


@method
def uniform_(self, _from: float = 0.0, to: float = 1.0, *, generator=None):
    return _filled('uniform_', self, 'uniform', _from, to, generator)


@method
def exponential_(self, lambd: float = 1.0, *, generator=None):
    return _filled('exponential_', self, 'exponential', lambd, 0, generator)


@method
def random_(self, _from: int = None, to: int = None, *, generator=None):
    """random_(), random_(to), random_(from, to)"""
    if _from is None and to is None:
        return _fill(self, 'random_', generator, 'any', 0, 0)
    low, high = (0, _from) if to is None else (_from or 0, to)
    _check_integers(low, high, self.dtype)
    return _fill(self, 'random_', generator, 'integer', low, high)


@transparent
def bernoulli_(self, p: float, generator):
    return _filled('bernoulli_', self, 'bernoulli', p, 0, generator)


_bernoulli_alike = bernoulli_


@method
def bernoulli_(self, p=0.5, *, generator=None):
    if not isinstance(p, torch.Tensor):
        return _bernoulli_alike(self, p, generator)
    _check_chances(p)
    try:
        shape = torch.broadcast_shapes(self.shape, p.shape)
    except RuntimeError:
        shape = p.shape
    if shape != self.shape:
        raise RuntimeError(f"output with shape {list(self.shape)} doesn't match the broadcast shape "
                           f"{list(shape)}")
    return _fill(self, 'bernoulli_', generator, 'bernoulli', p if p.shape == shape else p.expand(shape), 0)


# ---- of another dtype ------------------------------------------------------------------------------


@method
def to(self, *arguments, dtype=None, device=None, other=None, copy=False, non_blocking=False,
       memory_format=None):
    """to(dtype), to(device), to(device, dtype), to(other), and the same by name."""
    wanted = self.dtype
    for given in (*arguments, dtype, device, other):
        if given is None or given is True or given is False or isinstance(given, torch.device):
            continue
        if isinstance(given, str):
            torch.device(given)  # which refuses what is none
            continue
        found = given.dtype if isinstance(given, torch.Tensor) else _dtype(given)
        if found is None:
            raise TypeError("to() received an invalid combination of arguments - got "
                            f"({given.__class__.__name__}), but expected a dtype, a device or a tensor")
        wanted = found
    return self.clone() if copy and wanted == self.dtype else _VF.to(self, wanted)


_TITLES = dict(zip('Float Double Long Int Short Char Byte Bool Half BFloat16'.split(), (
    torch.float32, torch.float64, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool,
    torch.float16, torch.bfloat16)))


@method
def type(self, dtype=None, non_blocking=False):
    """Without an argument the name of the tensor's class: 'torch.FloatTensor'."""
    if dtype is None:
        return f"torch.{[title for title in _TITLES if _TITLES[title] == self.dtype][0]}Tensor"
    found = _dtype(dtype)
    if isinstance(dtype, str):
        found = _TITLES.get(dtype.removeprefix('torch.').removesuffix('Tensor'))
        if found is None or not dtype.endswith('Tensor'):
            raise ValueError(f"invalid type: '{dtype}'")
    if found is None:
        raise TypeError("dtype must be a type, str, or dtype object")
    return _VF.to(self, found)


@method
def type_as(self, other: Tensor):
    return _VF.to(self, other.dtype)


@method
def cuda(self, device=None, non_blocking=False, memory_format=None):
    torch.device('cuda')  # which is refused


# ---- questions that leave no trace -----------------------------------------------------------------


@function
def is_tensor(obj):
    return isinstance(obj, torch.Tensor)


@builtin
def equal(input: Tensor, other: Tensor):
    return _are_equal(input, other)


@builtin
def allclose(input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False):
    if input.dtype != other.dtype:
        names = [part.type().split('.')[-1][:-6] for part in (input, other)]
        raise RuntimeError(' did not match '.join(names))
    return _are_close(input, other, rtol, atol, equal_nan)


@function
def promote_types(type1: dtype, type2: dtype):
    return torch._promote_dtypes(type1, type2)


@function
def can_cast(from_: dtype, to: dtype):
    return torch._can_cast(from_, to)


@function
def is_floating_point(input: Tensor):
    return input.is_floating_point()


@function
def set_default_dtype(d):
    found = _dtype(d)
    if found is None:
        raise TypeError(f"invalid dtype object: {d.__class__.__name__}")
    if not found.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    torch._set_default_dtype(found)
