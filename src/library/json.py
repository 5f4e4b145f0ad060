"""json: dumps(); files are not read."""


class JSONDecodeError(ValueError):
    pass


_ESCAPES = {'"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b',
            '\f': '\\f'}


def _quote(text, ensure_ascii):
    quoted = '"'
    for letter in text:
        code = ord(letter)
        if letter in _ESCAPES:
            quoted += _ESCAPES[letter]
        elif code < 32 or (ensure_ascii and 127 <= code < 0x10000):
            quoted += f'\\u{code:04x}'
        elif ensure_ascii and code >= 0x10000:
            code -= 0x10000
            quoted += f'\\u{0xd800 + (code >> 10):04x}\\u{0xdc00 + (code & 0x3ff):04x}'
        else:
            quoted += letter
    return quoted + '"'


def _key(key):
    if isinstance(key, str):
        return key
    if key is None or isinstance(key, (bool, int, float)):
        return _scalar(key, True)
    raise TypeError(f'keys must be str, int, float, bool or None, not {type(key).__name__}')


def _scalar(value, ensure_ascii):
    if value is None:
        return 'null'
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, str):
        return _quote(value, ensure_ascii)
    if isinstance(value, int):
        return repr(value)
    if isinstance(value, float):
        if value != value:
            return 'NaN'
        return repr(value) if abs(value) != float('inf') else ('Infinity' if value > 0 else '-Infinity')
    raise TypeError(f'Object of type {type(value).__name__} is not JSON serializable')


class _Writer:
    def __init__(self, indent, separators, sort_keys, default, ensure_ascii):
        if isinstance(indent, int):
            indent = ' ' * indent
        self.indent = indent
        self.item, self.colon = separators or ((',' if indent is not None else ', '), ': ')
        self.sort_keys = sort_keys
        self.default = default
        self.ensure_ascii = ensure_ascii

    def joined(self, opening, parts, closing, depth):
        if not parts:
            return opening + closing
        if self.indent is None:
            return opening + self.item.join(parts) + closing
        line = '\n' + self.indent * (depth + 1)
        return opening + line + (self.item + line).join(parts) + '\n' + self.indent * depth + closing

    def write(self, value, depth=0):
        if isinstance(value, dict):
            items = sorted(value.items()) if self.sort_keys else value.items()
            parts = [_quote(_key(key), self.ensure_ascii) + self.colon + self.write(item, depth + 1)
                     for key, item in items]
            return self.joined('{', parts, '}', depth)
        if isinstance(value, (list, tuple)):
            return self.joined('[', [self.write(item, depth + 1) for item in value], ']', depth)
        known = value is None or isinstance(value, (bool, str, int, float))
        if not known and self.default is not None:
            return self.write(self.default(value), depth)
        return _scalar(value, self.ensure_ascii)


def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None,
          indent=None, separators=None, default=None, sort_keys=False):
    return _Writer(indent, separators, sort_keys, default, ensure_ascii).write(obj)


def loads(text, **keywords):
    raise NotImplementedError('json.loads is not there in qkv: write the dict in the program itself')


def load(file, **keywords):
    raise NotImplementedError('qkv reads no files: write the data in the program itself')


def dump(obj, file, **keywords):
    raise NotImplementedError('qkv writes no files: print(json.dumps(...))')
