"""What templates compute with: values that are not there, filters, tests, functions."""

import json as _json

from jinja2.exceptions import SecurityError, TemplateRuntimeError, UndefinedError

_MOST = 100000  # items of a range
_METHODS = {
    str: ('capitalize', 'center', 'count', 'endswith', 'find', 'index', 'isalnum', 'isalpha',
          'isdecimal', 'isdigit', 'islower', 'isspace', 'isupper', 'join', 'ljust', 'lower', 'lstrip',
          'partition', 'removeprefix', 'removesuffix', 'replace', 'rfind', 'rjust', 'rpartition',
          'rsplit', 'rstrip', 'split', 'splitlines', 'startswith', 'strip', 'swapcase', 'title',
          'upper', 'zfill'),
    dict: ('copy', 'get', 'items', 'keys', 'values'),
    list: ('copy', 'count', 'index'),
    tuple: ('count', 'index'),
}


class Undefined:
    """A name that means nothing: an empty text, but nothing can be done with it."""

    def __init__(self, why):
        self._why = why

    def fail(self):
        raise UndefinedError(self._why)

    def __str__(self):
        return ''

    def __bool__(self):
        return False

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0

    def __eq__(self, other):
        return isinstance(other, Undefined)

    def __hash__(self):
        return 0


class Namespace:
    """namespace(): its attributes outlive the loop in which they are set."""

    def __init__(self, *args, **named):
        self.values = dict(*args, **named)


def kind_of(value):
    return 'None' if value is None else f'{type(value).__name__} object'


def attribute_of(value, name):
    """value.name: a method, or an item."""
    if isinstance(value, Undefined):
        value.fail()
    if isinstance(value, Namespace):
        values = value.values
        return values[name] if name in values else Undefined(f'namespace object has no attribute {name!r}')
    if isinstance(value, dict):
        is_method = name in _METHODS[dict]
        if not is_method and name in value:
            return value[name]
        if not is_method and not hasattr(value, name):
            return Undefined(f"'dict object' has no attribute {name!r}")
    methods = [names for kind, names in _METHODS.items() if isinstance(value, kind)]
    if name.startswith('_') or methods and name not in methods[0] and hasattr(value, name):
        raise SecurityError(f"access to attribute {name!r} of {type(value).__name__!r} object is unsafe.")
    if not hasattr(value, name):
        return Undefined(f"'{kind_of(value)}' has no attribute {name!r}")
    return getattr(value, name)


def item_of(value, key):
    if isinstance(value, Undefined):
        value.fail()
    try:
        return value[key]
    except (KeyError, IndexError, TypeError, AttributeError):
        if isinstance(key, str):
            return attribute_of(value, key)
        return Undefined(f'{kind_of(value)} has no element {key!r}')


def text_of(value):
    return value if isinstance(value, str) else str(value)


# ---- filters --------------------------------------------------------------------------------------

def _by(attribute):
    """What gets an attribute 'a.b' of an item, or the item itself."""
    def get(item):
        if attribute is None:
            return item
        if isinstance(attribute, int):
            return item_of(item, attribute)
        for name in attribute.split('.'):
            item = item_of(item, int(name) if name.isdigit() else name)
        return item
    return get


def _sort_key(get, case_sensitive):
    def key(item):
        value = get(item)
        return value.lower() if isinstance(value, str) and not case_sensitive else value
    return key


def _default(value, default_value='', boolean=False):
    is_missing = isinstance(value, Undefined) or boolean and not value
    return default_value if is_missing else value


def _tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    if isinstance(value, Undefined):
        value.fail()
    return _json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators,
                       sort_keys=sort_keys)


def _join(value, d='', attribute=None):
    return text_of(d).join([text_of(_by(attribute)(item)) for item in value])


def _round(value, precision=0, method='common'):
    if method == 'common':
        return float(round(value, precision))
    if method not in ('ceil', 'floor'):
        raise TemplateRuntimeError('method must be common, ceil or floor')
    scaled = value * 10 ** precision
    whole = -int(-scaled // 1) if method == 'ceil' else int(scaled // 1)
    return whole / 10 ** precision


def _number(kind):
    def convert(value, default=kind(0)):
        try:
            return kind(value)
        except (TypeError, ValueError):
            try:
                return kind(float(value))
            except (TypeError, ValueError, OverflowError):
                return default
    return convert


def _items(value):
    if isinstance(value, Undefined):
        return []
    if not isinstance(value, dict):
        raise TypeError('Can only get item pairs from a mapping.')
    return list(value.items())


def _indent(s, width=4, first=False, blank=False):
    margin = width if isinstance(width, str) else ' ' * width
    lines = s.split('\n')
    indented = [margin + line if line and at or blank and at else line for at, line in enumerate(lines)]
    return (margin if first else '') + '\n'.join(indented)


def _unique(value, case_sensitive=False, attribute=None):
    seen, made = [], []
    key = _sort_key(_by(attribute), case_sensitive)
    for item in value:
        if key(item) not in seen:
            seen.append(key(item))
            made.append(item)
    return made


def _dictsort(value, case_sensitive=False, by='key', reverse=False):
    key = _sort_key(_by(0 if by == 'key' else 1), case_sensitive)
    return sorted(value.items(), key=key, reverse=reverse)


def _last(value):
    items = list(value)
    return items[-1] if items else Undefined('No last item, sequence was empty.')


def _first(value):
    items = list(value)
    return items[0] if items else Undefined('No first item, sequence was empty.')


def _replace(s, old, new, count=-1):
    return text_of(s).replace(text_of(old), text_of(new), -1 if count is None else count)


def _escape(value):
    text = text_of(value)
    for letter, name in (('&', '&amp;'), ('<', '&lt;'), ('>', '&gt;'), ("'", '&#39;'), ('"', '&#34;')):
        text = text.replace(letter, name)
    return text


def _map(value, *args, attribute=None, default=None):
    if attribute is not None:
        made = [_by(attribute)(item) for item in value]
        return [default if isinstance(item, Undefined) and default is not None else item
                for item in made]
    if not args or args[0] not in FILTERS:
        raise TemplateRuntimeError(f"No filter named {args[0] if args else ''!r}.")
    return [FILTERS[args[0]](item, *args[1:]) for item in value]


def _selected(takes, with_attribute):
    def select(value, *args):
        get = _by(None)
        if with_attribute:
            if not args:
                raise TemplateRuntimeError('Missing parameter for attribute name')
            get, args = _by(args[0]), args[1:]
        if args and args[0] not in TESTS:
            raise TemplateRuntimeError(f'No test named {args[0]!r}.')
        test = TESTS[args[0]] if args else bool
        return [item for item in value if bool(test(get(item), *args[1:])) == takes]
    return select


FILTERS = {
    'abs': abs, 'capitalize': lambda s: text_of(s).capitalize(), 'count': len, 'length': len,
    'default': _default, 'd': _default, 'dictsort': _dictsort, 'e': _escape, 'escape': _escape,
    'first': _first, 'last': _last, 'float': _number(float), 'int': _number(int), 'indent': _indent,
    'items': _items, 'join': _join, 'list': list, 'lower': lambda s: text_of(s).lower(),
    'upper': lambda s: text_of(s).upper(), 'title': lambda s: text_of(s).title(), 'map': _map,
    'max': lambda value, attribute=None: max(value, key=_by(attribute)),
    'min': lambda value, attribute=None: min(value, key=_by(attribute)),
    'reject': _selected(False, False), 'rejectattr': _selected(False, True),
    'select': _selected(True, False), 'selectattr': _selected(True, True), 'replace': _replace,
    'reverse': lambda value: value[::-1] if isinstance(value, str) else list(value)[::-1],
    'round': _round, 'safe': lambda value: value,
    'sort': lambda value, reverse=False, case_sensitive=False, attribute=None: sorted(
        value, key=_sort_key(_by(attribute), case_sensitive), reverse=reverse),
    'string': text_of, 'sum': lambda value, attribute=None, start=0: sum(
        [_by(attribute)(item) for item in value], start),
    'tojson': _tojson, 'trim': lambda value, chars=None: text_of(value).strip(chars),
    'unique': _unique, 'wordcount': lambda s: len(text_of(s).split()),
    'format': lambda value, *args: text_of(value) % args,
}


# ---- tests and functions --------------------------------------------------------------------------

def _is_iterable(value):
    return isinstance(value, (str, list, tuple, dict, set, range, Undefined)) or hasattr(value, '__iter__')


TESTS = {
    'defined': lambda value: not isinstance(value, Undefined),
    'undefined': lambda value: isinstance(value, Undefined),
    'none': lambda value: value is None, 'boolean': lambda value: isinstance(value, bool),
    'true': lambda value: value is True, 'false': lambda value: value is False,
    'string': lambda value: isinstance(value, str),
    'integer': lambda value: isinstance(value, int) and not isinstance(value, bool),
    'float': lambda value: isinstance(value, float),
    'number': lambda value: isinstance(value, (int, float)),
    'mapping': lambda value: isinstance(value, dict), 'iterable': _is_iterable,
    'sequence': lambda value: isinstance(value, (str, list, tuple, dict, range, Undefined)),
    'callable': callable, 'even': lambda value: value % 2 == 0, 'odd': lambda value: value % 2 == 1,
    'divisibleby': lambda value, num: value % num == 0, 'sameas': lambda value, other: value is other,
    'lower': lambda value: text_of(value).islower(), 'upper': lambda value: text_of(value).isupper(),
    'in': lambda value, seq: value in seq,
    'eq': lambda a, b: a == b, 'equalto': lambda a, b: a == b, '==': lambda a, b: a == b,
    'ne': lambda a, b: a != b, '!=': lambda a, b: a != b, 'gt': lambda a, b: a > b,
    'greaterthan': lambda a, b: a > b, 'ge': lambda a, b: a >= b, 'lt': lambda a, b: a < b,
    'lessthan': lambda a, b: a < b, 'le': lambda a, b: a <= b,
    'filter': lambda value: value in FILTERS, 'test': lambda value: value in TESTS,
}


def _range(*args):
    numbers = range(*args)
    if len(numbers) > _MOST:
        raise OverflowError(f'Range too big. The sandbox blocks ranges larger than MAX_RANGE ({_MOST}).')
    return numbers


GLOBALS = {'range': _range, 'dict': dict, 'namespace': Namespace}
