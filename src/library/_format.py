"""str.format() and the operator % of strings: "Format String Syntax" in the documentation of Python's
string module, and "printf-style String Formatting"."""
from _qkv import builtin, index

_MOST_WIDTH, _MOST_PRECISION, _MOST_KEPT = 100000, 1000, 100
_format = format


def _keep(templates, text, parts):
    """Most programs fill a few short templates again and again."""
    if len(templates) < _MOST_KEPT and len(text) < _MOST_PRECISION and not isinstance(parts[-1], ValueError):
        templates[str(text)] = parts


# ---- template % values ---------------------------------------------------------------------------


class _Conversion:
    """What follows a %: '%(key)-08.3f' or '%*d'. A size is None, a number, or '*'."""
    key = width = precision = None
    left = zero = alternate = False
    sign = ''


def _read_key(text, at):
    depth, start = 1, at
    while depth:
        if at == len(text):
            raise ValueError("incomplete format key")
        depth += (text[at] == '(') - (text[at] == ')')
        at += 1
    return text[start:at - 1], at


def _read_size(text, at, most):
    if text[at:at + 1] == '*':
        return '*', at + 1
    start = at
    while text[at:at + 1] in _DIGITS:
        at += 1
    size = int(text[start:at]) if at > start else None
    if size is not None and size > most:
        raise ValueError("width too big")
    return size, at


_DIGITS = tuple('0123456789')


def _read_conversion(text, at):
    found = _Conversion()
    if text[at:at + 1] == '(':
        found.key, at = _read_key(text, at + 1)
    while text[at:at + 1] in ('-', '+', ' ', '#', '0'):
        flag = text[at]
        found.left |= flag == '-'
        found.zero |= flag == '0'
        found.alternate |= flag == '#'
        found.sign = '+' if flag == '+' else found.sign or (' ' if flag == ' ' else '')
        at += 1
    found.width, at = _read_size(text, at, _MOST_WIDTH)
    if text[at:at + 1] == '.':
        found.precision, at = _read_size(text, at + 1, _MOST_PRECISION)
        found.precision = found.precision or 0
    if text[at:at + 1] in ('h', 'l', 'L'):
        at += 1
    if at == len(text):
        raise ValueError("incomplete format")
    found.kind, found.at = text[at], at
    return found, at + 1


def _read(text):
    """Texts and conversions, one after another."""
    parts, at = [], 0
    while True:
        percent = text.find('%', at)
        if percent < 0:
            parts.append(text[at:])
            return parts
        parts.append(text[at:percent])
        if text[percent + 1:percent + 2] == '%':
            parts.append('%')
            at = percent + 2
        else:
            try:
                part, at = _read_conversion(text, percent + 1)
            except ValueError as error:  # raised when its turn comes
                return parts + [error]
            parts.append(part)


def _aligned(text, width, left, fill=' '):
    missing = fill * ((width or 0) - len(text))
    return text + missing if left else missing + text


def _as_text(how, value, width, precision, left):
    text = {'s': str, 'r': repr, 'a': ascii}[how.kind](value)
    return _aligned(text if precision is None else text[:precision], width, left)


def _as_character(how, value, width, precision, left):
    if not isinstance(value, int):
        if not isinstance(value, str) or len(value) != 1:
            raise TypeError("%c requires int or char")
        return _aligned(value, width, left)
    return _aligned(_format(value, 'c'), width, left)


def _whole(value, kind):
    decimal = kind in 'diu'
    try:
        if decimal and not isinstance(value, (str, bytes)):
            return int(value)
        if not decimal:
            return index(value)
    except TypeError:
        pass
    needed = "a real number" if decimal else "an integer"
    raise TypeError(f"%{kind} format: {needed} is required, not {type(value).__name__}")


def _as_whole(how, value, width, precision, left):
    number, kind = _whole(value, how.kind), 'd' if how.kind in 'iu' else how.kind
    digits = _aligned(_format(abs(number), kind), precision, False, '0')
    head = '-' if number < 0 else how.sign
    if how.alternate and kind != 'd':
        head += '0' + kind
    if how.zero and not left:
        digits = _aligned(digits, (width or 0) - len(head), False, '0')
    return _aligned(head + digits, width, left)


def _as_real(how, value, width, precision, left):
    if not isinstance(value, float):
        import math
        value = float(value) if isinstance(value, int) else math.copysign(value, value)
    align = '<' if left else '0=' if how.zero else '>'
    point = '' if precision is None else f'.{precision}'
    return _format(value, f"{align}{how.sign}{'#' if how.alternate else ''}{width or ''}{point}{how.kind}")


_WRITERS = {**dict.fromkeys('sra', _as_text), **dict.fromkeys('diuoxX', _as_whole),
            **dict.fromkeys('eEfFgG', _as_real), 'c': _as_character}


class _Given:
    """The values, one after another, or one that is asked for by names."""

    def __init__(self, given):
        self.values = given if isinstance(given, tuple) else (given,)
        self.given, self.used = given, 0
        self.is_mapping = not isinstance(given, (tuple, str)) and hasattr(given, '__getitem__')

    def next(self):
        if self.used == len(self.values):
            raise TypeError("not enough arguments for format string")
        self.used += 1
        return self.values[self.used - 1]

    def named(self, key):
        if not self.is_mapping:
            raise TypeError("format requires a mapping")
        self.values, self.used = (self.given[key],), 0

    def size(self, size, most):
        if size != '*':
            return size
        size = self.next()
        if not isinstance(size, int):
            raise TypeError("* wants int")
        if abs(size) > most:
            raise ValueError("width too big")
        return int(size)


def _written(how, given):
    if isinstance(how, ValueError):
        raise how
    if how.key is not None:
        given.named(how.key)
    width = given.size(how.width, _MOST_WIDTH)
    precision = given.size(how.precision, _MOST_PRECISION)
    value, left = given.next(), how.left
    if how.kind not in _WRITERS:
        shown = how.kind if ' ' <= how.kind < '\x80' else '?'
        raise ValueError(f"unsupported format character '{shown}' (0x{ord(how.kind):x}) at index {how.at}")
    if width is not None and width < 0:
        width, left = -width, True
    return _WRITERS[how.kind](how, value, width, precision and max(precision, 0), left)


_percents = {}  # templates as % has read them


@builtin
def percent(template, given):
    parts = _percents.get(template)
    if parts is None:
        parts = _read(template)
        _keep(_percents, template, parts)
    given = _Given(given)
    written = [part if isinstance(part, str) else _written(part, given) for part in parts]
    if given.used < len(given.values) and not given.is_mapping:
        raise TypeError("not all arguments converted during string formatting")
    return ''.join(written)


# ---- str.format() --------------------------------------------------------------------------------


class _Fields:
    def __init__(self, values, named):
        self.values, self.named = values, named
        self.next, self.numbered = 0, False  # the field without a number that comes next

    def at(self, place):
        if self.values is None:
            raise ValueError("Format string contains positional fields")
        if place >= len(self.values):
            raise IndexError(f"Replacement index {place} out of range for positional args tuple")
        return self.values[place]

    def first(self, name):
        number = _is_number(name)
        if name and not number:
            return self.named[name]
        if self.next > 0 if number else self.numbered:
            kinds = ['automatic field numbering', 'manual field specification']
            raise ValueError(f"cannot switch from {kinds[not number]} to {kinds[number]}")
        if number:
            self.numbered = True
            return self.at(int(name))
        self.next += 1
        return self.at(self.next - 1)


def _is_number(name):
    return 0 < len(name) < 10 and name.isascii() and name.isdigit()


def _part(name):
    """Before "." or "["."""
    ends = [at for at in (name.find('.'), name.find('[')) if at >= 0]
    return name[:min(ends)] if ends else name


def _indexed(value, rest):
    end = rest.find(']')
    if end < 0:
        raise ValueError("Missing ']' in format string")
    key, rest = rest[1:end], rest[end + 1:]
    if not key:
        raise ValueError("Empty attribute in format string")
    value = value[int(key) if _is_number(key) else key]
    if rest and rest[0] not in '.[':
        raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
    return value, rest


def _value(fields, part, rest):
    value = fields.first(part)
    while rest:
        if rest[0] == '[':
            value, rest = _indexed(value, rest)
            continue
        part = _part(rest[1:])
        if not part:
            raise ValueError("Empty attribute in format string")
        value, rest = getattr(value, part), rest[len(part) + 1:]
    return value


def _name_end(field):
    """Where the name ends: at its conversion, its specification, or the field's end."""
    inside = False
    for at, sign in enumerate(field):
        if sign == '{':
            raise ValueError("unexpected '{' in field name")
        if sign in '[]':
            inside = sign == '['
        elif sign in '!:' and not inside:
            return at
    return len(field)


def _read_field(field):
    """The name's first part, its other parts, how the value is converted or None, its specification."""
    end, how = _name_end(field), None
    name, rest = field[:end], field[end:]
    if rest[:1] == '!':
        if len(rest) == 1:
            raise ValueError("unmatched '{' in format spec")
        how, rest = rest[1], rest[2:]
        if rest and rest[0] != ':':
            raise ValueError("expected ':' after conversion specifier")
        if how not in _CONVERSIONS:
            raise ValueError(f"Unknown conversion specifier {how}")
    part = _part(name)
    return part, name[len(part):], _CONVERSIONS.get(how), rest[1:], '{' in rest or '}' in rest


_CONVERSIONS = {'r': repr, 's': str, 'a': ascii}


def _field_end(text, at):
    depth = 1
    while at < len(text):
        depth += (text[at] == '{') - (text[at] == '}')
        if not depth:
            return at
        at += 1
    raise ValueError("expected '}' before end of string")


def _read_template(text, nesting):
    """Texts and fields, one after another; an error where the reading ends early."""
    parts, at, opening, closing, end = [], 0, -1, -1, len(text)
    while True:
        if opening < at:
            opening = text.find('{', at) % (end + 1)
        if closing < at:
            closing = text.find('}', at) % (end + 1)
        here = min(opening, closing)
        parts.append(text[at:here])
        if here == end:
            return parts
        sign = text[here]
        if nesting == 1 and text[here + 1:here + 2] == sign:
            parts.append(sign)
            at = here + 2
            continue
        if sign == '}' or here + 1 == end:
            return parts + [ValueError(f"Single '{sign}' encountered in format string")]
        try:
            at = _field_end(text, here + 1)
            parts.append(_read_field(text[here + 1:at]))
        except ValueError as error:  # raised when its turn comes
            return parts + [error]
        at += 1


def _converted(part, fields, nesting):
    if isinstance(part, ValueError):
        raise part
    if nesting > 2:
        raise ValueError("Max string recursion exceeded")
    first, others, convert, spec, is_nested = part
    value = _value(fields, first, others) if others else fields.first(first)
    if convert:
        value = convert(value)
    return _format(value, _filled(spec, fields, nesting + 1) if is_nested else spec)


def _filled(text, fields, nesting=1):
    parts = _templates.get(text) if nesting == 1 else None
    if parts is None:
        parts = _read_template(text, nesting)
        if nesting == 1:
            _keep(_templates, text, parts)
    return ''.join([part if isinstance(part, str) else _converted(part, fields, nesting) for part in parts])


_templates = {}  # as str.format() has read them


@builtin
def format(self, values, named):
    return _filled(self, _Fields(values, named))


@builtin
def format_map(self, mapping):
    return _filled(self, _Fields(None, mapping))
