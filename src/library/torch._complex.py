"""Complex tensors, as rotary positions and Fourier transforms need them: a pair of real ones.

Every operation is made of operations on the real and the imaginary part, so that one can step into
the product of two complex numbers.
"""
import re

import torch
from torch._halves import is_half, refuse_halves


class Complex:
    def __init__(self, real, imag):
        self.real = real
        self.imag = imag

    # ---- what it is ----------------------------------------------------------------------------

    @property
    def shape(self):
        return self.real.shape

    @property
    def dtype(self):
        return _COMPLEX[self.real.dtype]

    @property
    def device(self):
        return self.real.device

    @property
    def ndim(self):
        return self.real.dim()

    requires_grad = False

    def size(self, dim=None):
        return self.real.size() if dim is None else self.real.size(dim)

    def dim(self):
        return self.real.dim()

    def numel(self):
        return self.real.numel()

    def is_complex(self):
        return True

    def is_floating_point(self):
        return False

    def __len__(self):
        return len(self.real)

    def __iter__(self):
        return iter([Complex(real, imag) for real, imag in zip(self.real, self.imag)])

    def __getitem__(self, key):
        return Complex(self.real[key], self.imag[key])

    def __setitem__(self, key, value):
        self.real[key] = value.real if isinstance(value, Complex) else value
        self.imag[key] = value.imag if isinstance(value, Complex) else 0.0

    # ---- arithmetic ----------------------------------------------------------------------------

    def __mul__(self, other):
        if not isinstance(other, Complex):
            return Complex(self.real * other, self.imag * other)
        return Complex(self.real * other.real - self.imag * other.imag,
                       self.real * other.imag + self.imag * other.real)

    __rmul__ = mul = multiply = __mul__

    def __add__(self, other):
        if isinstance(other, Complex):
            return Complex(self.real + other.real, self.imag + other.imag)
        return Complex(self.real + other, self.imag.clone())

    __radd__ = add = __add__

    def __neg__(self):
        return Complex(-self.real, -self.imag)

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        if not isinstance(other, Complex):
            return Complex(self.real / other, self.imag / other)
        square = other.real * other.real + other.imag * other.imag
        return (self * other.conj()) / square

    def __matmul__(self, other):
        if not isinstance(other, Complex):
            other = Complex(other, torch.zeros_like(other))
        return Complex(self.real @ other.real - self.imag @ other.imag,
                       self.real @ other.imag + self.imag @ other.real)

    def __eq__(self, other):
        return (self.real == other.real) & (self.imag == other.imag)

    def __hash__(self):
        return id(self)

    def conj(self):
        return Complex(self.real, -self.imag)

    def abs(self):
        return torch.hypot(self.real, self.imag)

    def angle(self):
        return torch.atan2(self.imag, self.real)

    def pow(self, exponent):
        return polar(self.abs() ** exponent, self.angle() * exponent)

    __pow__ = pow

    def __abs__(self):
        return self.abs()

    # ---- kinds of numbers ----------------------------------------------------------------------

    def to(self, *args, **kwargs):
        """Another device, which there is not, or a real dtype: the imaginary part is dropped."""
        for dtype in (*args, *kwargs.values()):
            if isinstance(dtype, torch.dtype):
                return self.real.to(dtype)
        return self

    def type_as(self, other):
        return self if isinstance(other, Complex) else self.real.type_as(other)

    def float(self):
        return self.real.float()

    def tolist(self):
        raise NotImplementedError("qkv has no complex numbers outside tensors; .real.tolist() and "
                                  ".imag.tolist() are there")

    item = numpy = tolist

    def __getattr__(self, name):
        if name not in _SHAPES:
            raise AttributeError(f"'Tensor' object has no attribute '{name}'")
        return _OfBoth(self, name)

    # ---- printing ------------------------------------------------------------------------------

    def __repr__(self):
        if self.numel() > 1000:
            raise NotImplementedError("printing a complex tensor of more than 1000 cells is not "
                                      "there in qkv; print its .real or .imag")
        suffix = '' if self.real.dtype == torch.get_default_dtype() else f', dtype={self.dtype}'
        if self.numel() == 0:
            return f'tensor([], size={tuple(self.shape)}, dtype={self.dtype})'
        real, imag = _cells(self.real), _cells(self.imag)
        cells = [one + (other if other[0] == '-' else '+' + other) + 'j'
                 for one, other in zip(real, [text.strip() for text in imag])]
        width = len(real[0]) + max([len(text) for text in imag]) + 3
        return f'tensor({_nested(cells, list(self.shape), 7, width)}{suffix})'

    def __format__(self, spec):
        return repr(self)


# What moves the cells or keeps them does so with both parts.
_SHAPES = ('view', 'reshape', 'unsqueeze', 'squeeze', 'transpose', 'permute', 'expand', 'repeat',
           'flatten', 'clone', 'detach', 'contiguous', 'cpu', 'requires_grad_', 'movedim', 'flip',
           'sum', 'mean', 'index_select', 'narrow', 'select', 'swapaxes', 'unflatten', 'roll', 't',
           'cumsum', 'repeat_interleave', 'expand_as', 'view_as')


class _OfBoth:
    def __init__(self, tensor, name):
        self._real = getattr(tensor.real, name)
        self._imag = getattr(tensor.imag, name)

    def __call__(self, *args, **kwargs):
        return Complex(self._real(*args, **kwargs), self._imag(*args, **kwargs))


def _cells(part):
    """Every cell as it is printed in the tensor, all of one width."""
    numbers = re.findall(r'-?(?:inf|nan|[0-9][0-9.]*(?:e[-+][0-9]+)?)', repr(part.reshape(-1))[7:])
    width = max([len(number) for number in numbers[:part.numel()]])
    return [number.rjust(width) for number in numbers[:part.numel()]]


def _nested(cells, shape, indent, width):
    if not shape:
        return cells[0]
    if len(shape) == 1:
        each = max(1, (80 - indent) // width)
        lines = [', '.join(cells[i:i + each]) for i in range(0, len(cells), each)]
        return '[' + (',\n' + ' ' * (indent + 1)).join(lines) + ']'
    size = len(cells) // shape[0]
    parts = [_nested(cells[i * size:(i + 1) * size], shape[1:], indent + 1, width)
             for i in range(shape[0])]
    between = ',' + '\n' * (len(shape) - 1) + ' ' * (indent + 1)
    return '[' + between.join(parts) + ']'


class _ComplexType:
    is_complex = True
    is_floating_point = False

    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return 'torch.' + self._name


complex64 = cfloat = _ComplexType('complex64')
complex128 = cdouble = _ComplexType('complex128')
_COMPLEX = {torch.float32: complex64, torch.float64: complex128}


def complex(real, imag):
    if real.dtype != imag.dtype:
        raise RuntimeError(f"Expected object of scalar type {_title(real)} but got scalar type "
                           f"{_title(imag)} for second argument")
    if not real.is_floating_point() or real.dtype == torch.bfloat16:
        raise RuntimeError("Expected both inputs to be Half, Float or Double tensors but got "
                           f"{_title(real)} and {_title(imag)}")
    refuse_halves('complex', real)
    return Complex(real + torch.zeros_like(imag), imag + torch.zeros_like(real))


def _title(tensor):
    return tensor.type().split('.')[-1][:-len('Tensor')]


def polar(abs, angle):
    """Complex numbers by their distance from 0 and their angle."""
    if abs.dtype != angle.dtype:
        raise RuntimeError(f"Expected object of scalar type {_title(abs)} but got scalar type "
                           f"{_title(angle)} for second argument")
    if not abs.is_floating_point() or is_half(abs):
        raise RuntimeError("Expected both inputs to be Half, Float or Double tensors but got "
                           f"{_title(abs)} and {_title(angle)}")
    wide = angle.double()  # rounded, these are the sines and cosines of the C library
    return Complex(abs * wide.cos().to(angle.dtype), abs * wide.sin().to(angle.dtype))


def view_as_complex(input):
    """Pairs along the last dimension as complex numbers."""
    if input.dim() == 0 or input.size(-1) != 2:
        raise RuntimeError("Tensor must have a last dimension of size 2")
    return Complex(input[..., 0], input[..., 1])


def view_as_real(input):
    if not isinstance(input, Complex):
        raise RuntimeError("view_as_real is only supported for complex tensors")
    return torch.stack([input.real, input.imag], -1)


def _need_tensor(name, input):
    if not isinstance(input, (torch.Tensor, Complex)):
        raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not "
                        + type(input).__name__)


def real(input):
    _need_tensor('real', input)
    return input.real


def imag(input):
    _need_tensor('imag', input)
    return input.imag


def conj(input):
    _need_tensor('conj', input)
    return input.conj()
