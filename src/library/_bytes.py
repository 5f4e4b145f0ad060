"""bytes: a tuple of ints from 0 to 255, and the ways from and to text."""


def _decoded(values, errors):
    """UTF-8: a first byte says how many follow, each of six bits."""
    out, at = [], 0
    while at < len(values):
        first = values[at]
        more = 0 if first < 0x80 else 1 if 0xC2 <= first < 0xE0 else 2 if 0xE0 <= first < 0xF0 else \
            3 if 0xF0 <= first < 0xF5 else None
        code = first if more == 0 else first & (0x3F >> (more or 0))
        taken = 1
        while more and taken <= more and at + taken < len(values):
            low, high = _follows(first) if taken == 1 else (0x80, 0xBF)
            if not low <= values[at + taken] <= high:
                break
            code = code << 6 | values[at + taken] & 0x3F
            taken += 1
        if more is not None and taken == more + 1:
            out.append(chr(code))
        elif errors == 'strict':
            what = 'invalid start byte' if more is None else 'unexpected end of data' \
                if at + taken == len(values) else 'invalid continuation byte'
            place = f'byte 0x{first:02x} in position {at}' if taken == 1 else \
                f'bytes in position {at}-{at + taken - 1}'
            raise UnicodeDecodeError(f"'utf-8' codec can't decode {place}: {what}")
        elif errors == 'replace':
            out.append('\ufffd')
        at += taken
    return ''.join(out)


def _follows(first):
    """What the second byte may be: no longer code than needed, no surrogates, no more than there
    are."""
    limits = {0xE0: (0xA0, 0xBF), 0xED: (0x80, 0x9F), 0xF0: (0x90, 0xBF), 0xF4: (0x80, 0x8F)}
    return limits.get(first, (0x80, 0xBF))


def _encoded(text, encoding, errors):
    name = encoding.lower().replace('_', '-')
    if name in ('utf-8', 'utf8'):
        return _utf8(text)
    most = {'latin-1': 255, 'iso-8859-1': 255, 'latin1': 255, 'ascii': 127}.get(name)
    if most is None:
        raise NotImplementedError(f"the encoding {encoding} is not there in qkv; utf-8 is")
    values = []
    for place, character in enumerate(text):
        if ord(character) <= most:
            values.append(ord(character))
        elif errors == 'strict':
            raise UnicodeEncodeError(f"'{'ascii' if most == 127 else 'latin-1'}' codec can't encode "
                                     f"character {ascii(character)} in position {place}: ordinal "
                                     f"not in range({most + 1})")
        elif errors == 'replace':
            values.append(ord('?'))
    return values


_ESCAPES = {9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\'}


def _from(values):
    result = bytes()
    result._values = values
    return result


class bytes:
    __module__ = 'builtins'

    def __init__(self, source=(), encoding=None, errors='strict'):
        if isinstance(source, str):
            if encoding is None:
                raise TypeError('string argument without an encoding')
            values = _encoded(source, encoding, errors)
        elif isinstance(source, bytes):
            values = source._values
        elif hasattr(source, 'bit_count'):  # an int, or one of NumPy's
            values = [0] * source
        else:
            values = list(source)
            for value in values:
                if not isinstance(value, int):
                    raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an "
                                    "integer")
                if not 0 <= value < 256:
                    raise ValueError('bytes must be in range(0, 256)')
        self._values = tuple(values)

    def decode(self, encoding='utf-8', errors='strict'):
        name = encoding.lower().replace('_', '-')
        if name in ('latin-1', 'iso-8859-1', 'latin1'):
            return ''.join([chr(value) for value in self._values])
        if name not in ('utf-8', 'utf8', 'ascii'):
            raise NotImplementedError(f"the encoding {encoding} is not there in qkv; utf-8 is")
        return _decoded(self._values, errors)

    def hex(self):
        return ''.join([f'{value:02x}' for value in self._values])

    def join(self, parts):
        values = []
        for place, part in enumerate(parts):
            if not isinstance(part, bytes):
                raise TypeError(f"sequence item {place}: expected a bytes-like object, "
                                f"{type(part).__name__} found")
            values += self._values if place else ()
            values += part._values
        return bytes(values)

    def __len__(self):
        return len(self._values)

    def __iter__(self):
        return iter(self._values)

    def __getitem__(self, key):
        found = self._values[key]
        return bytes(found) if isinstance(key, slice) else found

    def __contains__(self, item):
        return item in self._values if isinstance(item, int) else self.find(item) >= 0

    def __add__(self, other):
        if not isinstance(other, bytes):
            raise TypeError(f"can't concat {type(other).__name__} to bytes")
        return _from(self._values + other._values)

    def __mul__(self, count):
        return _from(self._values * count)

    __rmul__ = __mul__

    def __eq__(self, other):
        return isinstance(other, bytes) and self._values == other._values

    def __lt__(self, other):
        return self._values < other._values

    def __le__(self, other):
        return self._values <= other._values

    def __gt__(self, other):
        return self._values > other._values

    def __ge__(self, other):
        return self._values >= other._values

    def __hash__(self):
        return hash(self._values)

    def __bool__(self):
        return len(self._values) > 0

    def __repr__(self):
        quote = '"' if 39 in self._values and 34 not in self._values else "'"
        parts = []
        for value in self._values:
            if value in _ESCAPES:
                parts.append(_ESCAPES[value])
            elif chr(value) == quote:
                parts.append('\\' + quote)
            else:
                parts.append(chr(value) if 32 <= value < 127 else f'\\x{value:02x}')
        return 'b' + quote + ''.join(parts) + quote

    __str__ = __repr__


def _of_text(name):
    def method(self, *args):
        plain = [bytes.decode(arg, 'latin-1') if isinstance(arg, bytes) else arg for arg in args]
        found = getattr(self.decode('latin-1'), name)(*plain)
        if isinstance(found, (list, tuple)):
            return type(found)([bytes(part, 'latin-1') for part in found])
        return bytes(found, 'latin-1') if isinstance(found, str) else found
    return method


for _name in ('split', 'rsplit', 'partition', 'rpartition', 'strip', 'lstrip', 'rstrip', 'lower', 'upper',
              'find', 'rfind', 'count', 'replace', 'index', 'rindex', 'startswith', 'endswith', 'center',
              'ljust', 'rjust', 'zfill', 'removeprefix', 'removesuffix'):
    setattr(bytes, _name, _of_text(_name))
