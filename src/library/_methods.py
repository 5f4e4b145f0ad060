"""Methods of str, set, int and float that are written in Python. The tables of src/lang/text/str_methods.c,
src/lang/containers/type_set.c and src/lang/numbers/type_number.c name them, and bind their arguments."""

from _qkv import builtin, index as whole


# ---- filling up --------------------------------------------------------------------------------

def _missing(text, width, fillchar):
    if not isinstance(fillchar, str) or len(fillchar) != 1:
        raise TypeError("The fill character must be exactly one character long")
    return max(range(width).stop - len(text), 0)


@builtin
def ljust(self, width, fillchar=' '):
    return self + fillchar * _missing(self, width, fillchar)


@builtin
def rjust(self, width, fillchar=' '):
    return fillchar * _missing(self, width, fillchar) + self


@builtin
def center(self, width, fillchar=' '):
    missing = _missing(self, width, fillchar)
    left = missing // 2 + (missing & width & 1)
    return fillchar * left + self + fillchar * (missing - left)


@builtin
def zfill(self, width):
    sign = self[:1] if self[:1] in ('-', '+') else ''
    return sign + '0' * _missing(self, width, '0') + self[len(sign):]


@builtin
def expandtabs(self, tabsize=8):
    pieces, column = [], 0
    for piece in re.split('([\t\n\r])', self):
        if piece == '\t':
            piece = ' ' * (tabsize - column % tabsize) if tabsize > 0 else ''
        pieces.append(piece)
        column = 0 if piece in ('\n', '\r') else column + len(piece)
    return ''.join(pieces)


@builtin
def format(self, values, named):
    from _format import format
    return format(self, values, named)


@builtin
def format_map(self, mapping):
    from _format import format_map
    return format_map(self, mapping)


# ---- taking apart ------------------------------------------------------------------------------

@builtin
def splitlines(self, keepends=False):
    if not any(end in self for end in '\v\f\r\x1c\x1d\x1e\x85\u2028\u2029'):
        lines = self.split('\n')
        last = lines.pop()
        if keepends:
            lines = [line + '\n' for line in lines]
        return lines + [last] if last else lines
    pieces = re.split('(\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029])', self)
    lines = [line + end if keepends else line for line, end in zip(pieces[::2], pieces[1::2])]
    return lines + [pieces[-1]] if pieces[-1] else lines


@builtin
def partition(self, sep):
    at = self.find(_separator(sep))
    return (self, '', '') if at < 0 else (self[:at], sep, self[at + len(sep):])


@builtin
def rpartition(self, sep):
    at = self.rfind(_separator(sep))
    return ('', '', self) if at < 0 else (self[:at], sep, self[at + len(sep):])


def _separator(sep):
    if not isinstance(sep, str):
        raise TypeError(f"must be str, not {type(sep).__name__}")
    if not sep:
        raise ValueError("empty separator")
    return sep


@builtin
def removeprefix(self, prefix):
    return self[len(prefix):] if _edge(prefix, 'removeprefix') and self.startswith(prefix) else self


@builtin
def removesuffix(self, suffix):
    return self[:-len(suffix)] if _edge(suffix, 'removesuffix') and self.endswith(suffix) else self


def _edge(text, method):
    if not isinstance(text, str):
        raise TypeError(f"{method}() argument must be str, not {type(text).__name__}")
    return text


# What is wanted from the end is wanted from the beginning of the text turned round.

@builtin
def rsplit(self, sep=None, maxsplit=-1):
    turned = sep[::-1] if isinstance(sep, str) else sep
    return [part[::-1] for part in self[::-1].split(turned, maxsplit)][::-1]


@builtin
def rfind(self, sub, start=None, end=None):
    if not isinstance(sub, str):
        raise TypeError(f"argument must be str, not {type(sub).__name__}")
    first, stop, _ = slice(start, end).indices(len(self))
    begins = first <= stop and (start is None or whole(start) <= len(self))
    at = self[first:stop][::-1].find(sub[::-1]) if begins else -1
    return at if at < 0 else stop - at - len(sub)


@builtin
def index(self, *where):
    return _found(self.find(*where))


@builtin
def rindex(self, *where):
    return _found(self.rfind(*where))


def _found(at):
    if at < 0:
        raise ValueError('substring not found')
    return at


# ---- one character for another -----------------------------------------------------------------

@builtin
def translate(self, table):
    pieces = []
    for character in self:
        try:
            to = table[ord(character)]
        except LookupError:
            to = character
        if isinstance(to, int) and 0 <= to <= 0x10FFFF:
            to = chr(to)
        elif not isinstance(to, str) and to is not None:
            raise TypeError("character mapping must return integer, None or str")
        pieces.append(to or '')
    return ''.join(pieces)


@builtin
def maketrans(x, y=None, z=''):
    if y is None:
        if not isinstance(x, dict):
            raise TypeError("if you give only one argument to maketrans it must be a dict")
        if any(isinstance(key, str) and len(key) != 1 for key in x):
            raise ValueError("string keys in translate table must be of length 1")
        return {ord(key) if isinstance(key, str) else key: to for key, to in x.items()}
    for given in (x, y, z):
        if not isinstance(given, str):
            raise TypeError(f"maketrans() argument must be str, not {type(given).__name__}")
    if len(x) != len(y):
        raise ValueError("the first two maketrans arguments must have equal length")
    return {**dict(zip(map(ord, x), map(ord, y))), **dict.fromkeys(map(ord, z))}


@builtin
def encode(self, encoding='utf-8', errors='strict'):
    return bytes(self, encoding, errors)


# ---- questions ---------------------------------------------------------------------------------

# The Chinese numerals: letters that are numeric too.
_NUMERALS = ('㐅㒃㠪㭍一七万三两九二五亖京亿什仟仨伍佰俩倆億兆兩八六十千卄卅卌叁参參叄四壱壹幺廾廿弌弍弎'
             '弐拐拾捌柒洞漆玖百皕秭肆萬貮貳贰鈎钩阡陆陌陸零參拾兩零六陸什𠀁𠁤𠃢𠄡𠤪𠦃𠦌𠦜𠫪𠫽𠬙𢎐𢦘𣬛𦉭廾')


@builtin
def isnumeric(self):
    from unicodedata import category
    return self != '' and all(category(sign)[0] == 'N' or sign in _NUMERALS for sign in self)


@builtin
def isidentifier(self):
    from unicodedata import category
    kinds = [category(sign) for sign in self]
    begins = self != '' and (self[0] == '_' or kinds[0][0] == 'L' or kinds[0] == 'Nl')
    return begins and all([kind[0] in 'LM' or kind in ('Nd', 'Nl', 'Pc') for kind in kinds])


@builtin
def istitle(self):
    """Does each word begin with a capital, and has no other?"""
    from unicodedata import category
    inside = cased = False
    for sign in self:
        letter = sign.islower() or sign.isupper() or category(sign) == 'Lt'
        if letter and sign.islower() != inside:
            return False
        inside = letter
        cased = cased or letter
    return cased


# ---- sets ------------------------------------------------------------------------------------
# Where an operator wants sets, these take whatever can be run through, and any number of it.

def _set(items):
    return items if isinstance(items, (set, frozenset)) else set(items)


@builtin
def union(self, others):
    kind, united = type(self), set(self)
    for other in others:
        united.update(other)
    return united if kind is set else frozenset(united)


@builtin
def intersection(self, others):
    kind = type(self)
    for other in others:
        both = isinstance(other, (set, frozenset))
        self = self & other if both else kind([item for item in other if item in self])
    return self if others else kind(self)


@builtin
def difference(self, others):
    kind = type(self)
    for other in others:
        if isinstance(other, (set, frozenset)):
            self = self - other
        else:
            left = set(self)
            left -= set(other)
            self = left if kind is set else kind(left)
    return self if others else kind(self)


@builtin
def symmetric_difference(self, other):
    return self ^ _set(other)


@builtin
def issubset(self, other):
    return self <= _set(other)


@builtin
def issuperset(self, other):
    return _set(other) <= self


@builtin
def isdisjoint(self, other):
    return not any(item in self for item in other)


@builtin
def intersection_update(self, others):
    self &= intersection(self, others)


@builtin
def difference_update(self, others):
    for other in others:
        self -= _set(other)


@builtin
def symmetric_difference_update(self, other):
    self ^= _set(other)


# ---- ints ------------------------------------------------------------------------------------

int_max_str_digits = 4300


def _is_little(byteorder):
    if byteorder not in ('big', 'little'):
        raise ValueError("byteorder must be either 'little' or 'big'")
    return byteorder == 'little'


@builtin
def to_bytes(self, length=1, byteorder='big', signed=False):
    little = _is_little(byteorder)
    if length < 0:
        raise ValueError("length argument must be non-negative")
    if self < 0 and not signed:
        raise OverflowError("can't convert negative int to unsigned")
    bits = 8 * length
    if (self + (self < 0)).bit_length() + (signed and self != 0 and self != -1) > bits or self and not length:
        raise OverflowError("int too big to convert")
    digits = f'{self & (1 << bits) - 1:x}'.zfill(2 * length)
    values = [int(digits[at:at + 2], 16) for at in range(0, 2 * length, 2)]
    return bytes(values[::-1] if little else values)


@builtin
def from_bytes(bytes, byteorder='big', signed=False):
    values = list(bytes)
    if _is_little(byteorder):
        values.reverse()
    number = int('0' + ''.join([f'{value:02x}' for value in values]), 16)
    return number - (1 << 8 * len(values)) if signed and values and values[0] > 127 else number


@builtin
def bit_count(self):
    return f'{abs(int(self)):b}'.count('1')


@builtin
def is_integer(self):
    return self - self == 0 and int(self) == self


# ---- floats ----------------------------------------------------------------------------------

@builtin
def as_integer_ratio(self):
    if isinstance(self, int):
        return int(self), 1
    if self != self or self in (_INFINITY, -_INFINITY):
        error, name = (ValueError, 'NaN') if self != self else (OverflowError, 'Infinity')
        raise error(f"cannot convert {name} to integer ratio")
    mantissa, exponent = _parts(self)
    return (mantissa << exponent, 1) if exponent > 0 else _lowest(mantissa, -exponent)


def _lowest(mantissa, exponent):
    while exponent and mantissa % 2 == 0:
        mantissa, exponent = mantissa // 2, exponent - 1
    return mantissa, 1 << exponent


_INFINITY = float('inf')


def _parts(number):
    """A whole number of 53 bits at most, and the power of two that it is to be multiplied with."""
    from math import frexp
    part, exponent = frexp(number)
    return int(part * 2.0 ** 53), exponent - 53


@builtin
def hex(self):
    """All 13 digits of the mantissa; with the least exponent where a float is stored so."""
    if self != self or self in (_INFINITY, -_INFINITY):
        return repr(float(self))
    mantissa, exponent = _parts(abs(self))
    sign = '-' if repr(float(self))[0] == '-' else ''
    if not mantissa:
        return sign + '0x0.0p+0'
    exponent += 52
    if exponent < -1022:
        mantissa, exponent = mantissa >> -1022 - exponent, -1022
    return f'{sign}0x{mantissa >> 52}.{mantissa & (1 << 52) - 1:013x}p{exponent:+d}'


@builtin
def fromhex(string):
    if not isinstance(string, str):
        raise TypeError(f"fromhex() argument must be str, not {type(string).__name__}")
    number = re.fullmatch(_HEX_FLOAT, string.strip().lower())
    if not number:
        raise ValueError("invalid hexadecimal floating-point string")
    sign, name, whole, behind, power = number.groups()
    if name:
        return float(sign + name)
    digits = int(whole + (behind or ''), 16)
    found = _scaled(digits, int(power or 0) - 4 * len(behind or ''))
    return -found if sign == '-' else found


_HEX_FLOAT = r'([+-]?)(?:(inf|infinity|nan)|(?:0x)?(?=\.?[0-9a-f])([0-9a-f]*)\.?([0-9a-f]*)(?:p([+-]?[0-9]+))?)'


def _scaled(digits, power):
    """The nearest float, of two that are equally near the even one."""
    from math import ldexp
    more = max(digits.bit_length() - 53, -1074 - power, 0)
    if more > digits.bit_length() + 1:
        return 0.0
    kept, rest = digits >> more, digits & (1 << more) - 1
    kept += 2 * rest + (kept & 1) > 1 << more
    try:
        return ldexp(float(kept), power + more)
    except OverflowError:
        raise OverflowError("hexadecimal value too large to represent as a float")


# ---- print -----------------------------------------------------------------------------------

@builtin
def print_to(file, values, sep, end):
    """Every piece by itself, as Python writes."""
    write = file.write
    for i, value in enumerate(values):
        if i:
            write(sep)
        write(str(value))
    write(end)


# ---- dict --------------------------------------------------------------------------------------

@builtin
def fromkeys(iterable, value=None):
    return {key: value for key in iterable}


# ---- zip ---------------------------------------------------------------------------------------

def zip_strictly(sources):
    """All sources must end together."""
    nothing, sources = object(), [iter(source) for source in sources]
    while sources:
        items = (next(sources[0], nothing),)
        ended = items[0] is nothing
        for at, source in enumerate(sources[1:], 1):
            items += (next(source, nothing),)
            if (items[at] is nothing) != ended:
                how, others = 'longer' if ended else 'shorter', '' if at == 1 else f's 1-{at}'
                raise ValueError(f'zip() argument {at + 1} is {how} than argument{others or " 1"}')
        if ended:
            return
        yield items


# ---- __dict__: what is set in it is set in the object, one by one ------------------------------

@builtin
def update(self, args, keywords):
    for key, value in dict(*args, **keywords).items():
        self[key] = value


@builtin
def pop(self, key, *default):
    if key not in self:
        return dict.pop(self, key, *default)
    value = self[key]
    del self[key]
    return value


@builtin
def setdefault(self, key, default=None):
    if key not in self:
        self[key] = default
    return self[key]


# Last, since it calls some of the methods itself.
import re
