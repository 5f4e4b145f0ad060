"""complex: a pair of floats. As CPython 3.13 has it, a real operand becomes complex first."""
import math
import re

_NUMBER = r'(?:inf(?:inity)?|nan|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)'
_SUM = re.compile(f'([+-]?{_NUMBER})(?:([+-]{_NUMBER}?)j)?', re.I)
_IMAGINARY = re.compile(f'([+-]?{_NUMBER}?)j', re.I)
_SPEC = re.compile(r'(?:(.)?([<>=^]))?([-+ ]?)(z?)(#?)(0?)([0-9]*)([,_]?)(?:\.([0-9]+))?(.?)', re.S)


def _read(text):
    if '_' in text and re.search('(?<![0-9])_|_(?![0-9])', text):
        raise ValueError(f"could not convert string to complex: {text!r}")
    plain = re.sub('(?<=[0-9])_(?=[0-9])', '', text.strip())
    if plain[:1] == '(' and plain[-1:] == ')':
        plain = plain[1:-1].strip()
    alone, both = _IMAGINARY.fullmatch(plain), _SUM.fullmatch(plain)
    if not alone and not both:
        raise ValueError("complex() arg is a malformed string")
    real, imag = (None, alone[1]) if alone else both.groups()
    if imag in ('', '+', '-'):
        imag += '1'
    return float(real or 0), float(imag or 0)


def _number(value, which):
    """A float or a complex number."""
    if isinstance(value, (complex, float)):
        return value
    if hasattr(value, '__complex__'):
        value = value.__complex__()
        if not isinstance(value, complex):
            raise TypeError(f"__complex__ returned non-complex (type {type(value).__name__})")
        return value
    if isinstance(value, (str, list, tuple, dict, set)) or not (
            hasattr(value, '__float__') or hasattr(value, '__index__')):
        wanted = 'a string or a number' if which == 'first' else 'a number'
        raise TypeError(f"complex() {which} argument must be {wanted}, not '{type(value).__name__}'")
    return float(value)


def _parts(value):
    """Of an operand; None: it is no number."""
    if isinstance(value, complex):
        return value._real, value._imag
    if isinstance(value, (int, float)):
        return float(value), 0.0
    if hasattr(value, 'requires_grad') or hasattr(value, 'ndim'):
        raise NotImplementedError("a complex number with a tensor is outside what qkv computes: "
                                  "torch.complex and torch.polar make complex tensors")
    return None


def _made(real, imag):
    made = object.__new__(complex)
    made._real, made._imag = real, imag
    return made


def _product(a, b, c, d):
    return a * c - b * d, a * d + b * c


def _quotient(a, b, c, d):
    """R. Smith's way, which does not overflow where the quotient does not."""
    if abs(c) >= abs(d):
        if c == 0:
            raise ZeroDivisionError("complex division by zero")
        ratio = d / c
        divisor = c + d * ratio
        return (a + b * ratio) / divisor, (b - a * ratio) / divisor
    if abs(d) >= abs(c):
        ratio = c / d
        divisor = c * ratio + d
        return (a * ratio + b) / divisor, (b * ratio - a) / divisor
    return math.nan, math.nan


def _whole_power(a, b, n):
    power, square, left = (1.0, 0.0), (a, b), abs(n)
    while left:
        if left & 1:
            power = _product(*power, *square)
        left >>= 1
        square = _product(*square, *square) if left else square
    return power if n > 0 else _quotient(1.0, 0.0, *power)


def _or_inf(function, *arguments):
    try:
        return function(*arguments)
    except OverflowError:
        return math.inf


def _polar_power(a, b, c, d):
    if c == 0 and d == 0:
        return 1.0, 0.0
    if a == 0 and b == 0:
        if d != 0 or c < 0:
            raise ZeroDivisionError
        return 0.0, 0.0
    size, angle = math._hypot(a, b), math.atan2(b, a)
    length, phase = _or_inf(math.pow, size, c), angle * c
    if d != 0:
        length *= _or_inf(math.exp, -angle * d)
        phase += d * math.log(size)
    return length * math.cos(phase), length * math.sin(phase)


def _power(a, b, c, d):
    small = d == 0 and abs(c) <= 100 and c == math.floor(c)
    try:
        power = _whole_power(a, b, int(c)) if small else _polar_power(a, b, c, d)
    except (ZeroDivisionError, ValueError):
        raise ZeroDivisionError("0.0 to a negative or complex power") from None
    if math.isinf(power[0]) or math.isinf(power[1]):
        raise OverflowError("complex exponentiation")
    return power


def _operator(function):
    def forward(self, other, modulus=None):
        if modulus is not None:
            raise ValueError("complex modulo")
        parts = _parts(other)
        return NotImplemented if parts is None else _made(*function(*_parts(self), *parts))

    def reflected(self, other):
        parts = _parts(other)
        return NotImplemented if parts is None else _made(*function(*parts, *_parts(self)))
    return forward, reflected


class complex:
    __module__ = 'builtins'
    __slots__ = ('_real', '_imag')

    def __new__(cls, real=0, imag=None):
        if type(real) is complex and imag is None and cls is complex:
            return real
        self = object.__new__(cls)
        if isinstance(real, str):
            if imag is not None:
                raise TypeError("complex() can't take second arg if first is a string")
            self._real, self._imag = _read(real)
            return self
        if isinstance(imag, str):
            raise TypeError("complex() second arg can't be a string")
        first = _number(real, 'first')
        second = 0.0 if imag is None else _number(imag, 'second')
        self._real, self._imag = first.real, second.real
        if isinstance(second, complex):
            self._real -= second.imag
        if isinstance(first, complex):
            self._imag = first.imag if imag is None else self._imag + first.imag
        return self

    @property
    def real(self):
        return self._real

    @property
    def imag(self):
        return self._imag

    @classmethod
    def from_number(cls, number):
        return cls(number)

    def conjugate(self):
        return _made(self._real, -self._imag)

    def __complex__(self):
        return _made(self._real, self._imag)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __getnewargs__(self):
        return self._real, self._imag

    def __bool__(self):
        return self._real != 0 or self._imag != 0

    def __eq__(self, other):
        if isinstance(other, complex):
            return self._real == other._real and self._imag == other._imag
        if isinstance(other, (int, float)):
            return self._imag == 0 and self._real == other
        return NotImplemented

    def __hash__(self):
        both = hash(self._real) + 1000003 * hash(self._imag) & 2 ** 64 - 1
        return both - 2 ** 64 if both >> 63 else both

    def __pos__(self):
        return _made(self._real, self._imag)

    def __neg__(self):
        return _made(-self._real, -self._imag)

    def __abs__(self):
        size = math._hypot(self._real, self._imag)
        if math.isinf(size) and math.isfinite(self._real) and math.isfinite(self._imag):
            raise OverflowError("absolute value too large")
        return size

    __add__, __radd__ = _operator(lambda a, b, c, d: (a + c, b + d))
    __sub__, __rsub__ = _operator(lambda a, b, c, d: (a - c, b - d))
    __mul__, __rmul__ = _operator(_product)
    __truediv__, __rtruediv__ = _operator(_quotient)
    __pow__, __rpow__ = _operator(_power)

    def __repr__(self):
        return _text(self, lambda part, sign: _signed(repr(part).removesuffix('.0'), sign), True)

    def __format__(self, spec):
        if not spec:
            return str(self)
        found = _SPEC.fullmatch(spec)
        if not found:
            raise ValueError(f"Invalid format specifier '{spec}' for object of type "
                             f"'{type(self).__name__}'")
        fill, align, sign, z, alternate, zero, width, group, precision, kind = found.groups()
        if kind not in ('', 'e', 'E', 'f', 'F', 'g', 'G', 'n'):
            raise ValueError(f"Unknown format code '{kind}' for object of type "
                             f"'{type(self).__name__}'")
        if fill == '0' or (zero and not fill):
            raise ValueError("Zero padding is not allowed in complex format specifier")
        if align == '=':
            raise ValueError("'=' alignment flag is not allowed in complex format specifier")
        inner = f'{z}{alternate}{group}' + (f'.{precision}' if precision is not None else '')

        def part(value, sign):
            if kind or precision is not None:
                return format(value, f'{sign}{inner}{kind or "g"}')
            text = format(value, f'{sign}{inner}')
            return text.removesuffix('0' if alternate and text[-2:] == '.0' else '.0')
        text = _text(self, part, not kind, sign)
        return format(text, f'{fill or ""}{align or ">"}{width}')


def _signed(text, sign):
    return sign + text if sign == '+' and text[0] != '-' else text


def _text(number, part, like_repr, sign=''):
    """`part` writes a float with a sign as in a format. Like repr(): in brackets, or without a 0."""
    real, imag = number._real, number._imag
    if like_repr and real == 0 and math.copysign(1, real) > 0:
        return part(imag, sign) + 'j'
    text = part(real, sign) + part(imag, '+') + 'j'
    return f'({text})' if like_repr else text
