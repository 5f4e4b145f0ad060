"""Methods of str and int that are written in Python. The tables of src/lang/text/str_methods.c and
src/lang/numbers/type_number.c name them, and bind their arguments."""

import re

from _qkv import builtin


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
