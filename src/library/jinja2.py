"""jinja2: templates, as far as the chats of language models use them. Nothing is escaped.

As in ImmutableSandboxedEnvironment no private attribute can be reached, and nothing be changed.
"""

from jinja2._lexer import Lexer as _Lexer
from jinja2._parser import Parser as _Parser
from jinja2._values import (
    FILTERS as _FILTERS, GLOBALS as _GLOBALS, Namespace as _Namespace, TESTS as _TESTS, Undefined,
    attribute_of as _attribute_of, item_of as _item_of, kind_of as _kind_of, text_of as _text_of)
from jinja2.exceptions import (
    SecurityError, TemplateAssertionError, TemplateError, TemplateRuntimeError, TemplateSyntaxError, UndefinedError)

_MOST_LETTERS = 4 << 20  # of a text that `*` makes


class _Break(Exception):
    pass


class _Continue(Exception):
    pass


class _Scope:
    """Names, and those around them."""

    def __init__(self, outer, names):
        self.outer, self.names = outer, names

    def get(self, name):
        scope = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return Undefined(f'{name!r} is undefined')


class _Loop:
    """`loop` within a for."""

    def __init__(self, items):
        self._items = items
        self.length, self.index0 = len(items), -1
        self.depth, self.depth0 = 1, 0
        self._last = None

    @property
    def index(self):
        return self.index0 + 1

    @property
    def revindex(self):
        return self.length - self.index0

    @property
    def revindex0(self):
        return self.length - self.index0 - 1

    @property
    def first(self):
        return self.index0 == 0

    @property
    def last(self):
        return self.index0 == self.length - 1

    @property
    def previtem(self):
        return self._items[self.index0 - 1] if self.index0 else Undefined('there is no previous item')

    @property
    def nextitem(self):
        return Undefined('there is no next item') if self.last else self._items[self.index0 + 1]

    def cycle(self, *args):
        return args[self.index0 % len(args)]

    def changed(self, *value):
        is_new = value != self._last
        self._last = value
        return is_new


def _need(value):
    if isinstance(value, Undefined):
        value.fail()
    return value


def _modulo(a, b):
    if isinstance(a, str):
        raise SecurityError('formatting with % is not there in templates of qkv')
    return a % b


def _times(a, b):
    size = len(a) * b if isinstance(a, (str, list, tuple)) and isinstance(b, int) else \
        len(b) * a if isinstance(b, (str, list, tuple)) and isinstance(a, int) else 0
    if size > _MOST_LETTERS:
        raise OverflowError('a template makes a text or a list that is too long')
    return a * b


def _power(a, b):
    if abs(b) > 1000 or abs(a) > 1e100:
        raise OverflowError('a template computes a power that is too large')
    return a ** b


_OPERATIONS = {
    '+': lambda a, b: a + b, '-': lambda a, b: a - b, '*': _times, '/': lambda a, b: a / b,
    '//': lambda a, b: a // b, '%': _modulo, '**': _power,
    '==': lambda a, b: a == b, '!=': lambda a, b: a != b, '<': lambda a, b: a < b,
    '<=': lambda a, b: a <= b, '>': lambda a, b: a > b, '>=': lambda a, b: a >= b,
    'in': lambda a, b: a in b, 'not in': lambda a, b: a not in b,
}


class _Renderer:
    """Goes through the tree; a method for each kind of node."""

    def __init__(self, filters, tests):
        self._filters, self._tests = filters, tests
        self._statements = {
            'text': self._text, 'print': self._print, 'if': self._if, 'for': self._for,
            'set': self._set, 'capture': self._capture, 'filtered': self._filtered,
            'macro': self._macro, 'call block': self._call_block, 'with': self._with, 'do': self._do,
            'break': self._break, 'continue': self._continue}
        self._kinds = {
            'constant': self._constant, 'name': self._name, 'tuple': self._tuple, 'list': self._list,
            'dict': self._dict, 'choice': self._choice, 'or': self._or, 'and': self._and,
            'not': self._not, 'compare': self._compare, 'operation': self._operation,
            'sign': self._sign, 'attribute': self._attribute, 'item': self._item,
            'slice': self._slice, 'call': self._call, 'filter': self._filter, 'test': self._test}

    def run(self, nodes, scope, out):
        for node in nodes:
            self._statements[node[0]](node, scope, out)

    def _text_made(self, nodes, scope):
        out = []
        self.run(nodes, scope, out)
        return ''.join(out)

    def value(self, node, scope):
        return self._kinds[node[0]](node, scope)

    # ---- tags --------------------------------------------------------------------------------

    def _text(self, node, scope, out):
        out.append(node[2])

    def _print(self, node, scope, out):
        out.append(_text_of(self.value(node[2], scope)))

    def _if(self, node, scope, out):
        for condition, body in node[2]:
            if self.value(condition, scope):
                self.run(body, scope, out)
                return
        self.run(node[3], scope, out)

    def _for(self, node, scope, out):
        _, _, target, items, condition, body, otherwise = node
        items = self.value(items, scope)
        if not isinstance(items, (str, list, tuple, dict, range, Undefined)) and \
                not hasattr(items, '__iter__'):
            raise TypeError(f'{type(items).__name__!r} object is not iterable')
        chosen = []
        for item in items:
            inner = _Scope(scope, {})
            self._assign(target, item, inner)
            if condition is None or self.value(condition, inner):
                chosen.append(item)
        loop = _Loop(chosen)
        for item in chosen:
            loop.index0 += 1
            inner = _Scope(scope, {'loop': loop})
            self._assign(target, item, inner)
            try:
                self.run(body, inner, out)
            except _Continue:
                continue
            except _Break:
                break
        if not chosen:
            self.run(otherwise, scope, out)

    def _assign(self, target, value, scope):
        if target[0] == 'name':
            scope.names[target[1]] = value
        elif target[0] == 'names':
            values = list(_need(value))
            if len(values) != len(target[1]):
                raise ValueError(f'{len(target[1])} names for {len(values)} values in a template')
            scope.names.update(zip(target[1], values))
        else:
            holder = scope.get(target[1])
            if not isinstance(holder, _Namespace):
                raise TemplateRuntimeError('cannot assign attribute on non-namespace object')
            holder.values[target[2]] = value

    def _set(self, node, scope, out):
        self._assign(node[2], self.value(node[3], scope), scope)

    def _capture(self, node, scope, out):
        text = self._text_made(node[3], _Scope(scope, {}))
        self._assign(node[2], self._through(text, node[4], scope), scope)

    def _filtered(self, node, scope, out):
        text = self._text_made(node[2], _Scope(scope, {}))
        out.append(_text_of(self._through(text, node[3], scope)))

    def _through(self, value, filters, scope):
        for name, line, args, named in filters:
            value = self._filtered_by(name, line, value, args, named, scope)
        return value

    def _made_macro(self, name, parameters, body, scope):
        def macro(*args, caller=None, **named):
            if len(args) > len(parameters):
                raise TypeError(f'macro {name!r} takes not more than {len(parameters)} argument(s)')
            given = dict(zip([parameter for parameter, _ in parameters], args))
            names = {'caller': caller} if caller is not None else {}
            inner = _Scope(scope, names)
            for parameter, default in parameters:
                if parameter in given:
                    names[parameter] = given[parameter]
                elif parameter in named:
                    names[parameter] = named.pop(parameter)
                elif default is not None:
                    names[parameter] = self.value(default, inner)
                else:
                    names[parameter] = Undefined(f'parameter {parameter!r} was not provided')
            if named:
                raise TypeError(f'macro {name!r} takes no keyword argument {list(named)[0]!r}')
            return self._text_made(body, inner)
        return macro

    def _macro(self, node, scope, out):
        scope.names[node[2]] = self._made_macro(node[2], node[3], node[4], scope)

    def _call_block(self, node, scope, out):
        _, _, call, parameters, body = node
        function = self.value(call[2], scope)
        args, named = self._given(call[3], call[4], scope)
        caller = self._made_macro('caller', parameters, body, scope)
        out.append(_text_of(self._called(function, args, {**named, 'caller': caller})))

    def _with(self, node, scope, out):
        inner = _Scope(scope, {})
        for target, value in node[2]:
            self._assign(target, self.value(value, scope), inner)
        self.run(node[3], inner, out)

    def _do(self, node, scope, out):
        self.value(node[2], scope)

    def _break(self, node, scope, out):
        raise _Break()

    def _continue(self, node, scope, out):
        raise _Continue()

    # ---- expressions -------------------------------------------------------------------------

    def _constant(self, node, scope):
        return node[2]

    def _name(self, node, scope):
        return scope.get(node[2])

    def _tuple(self, node, scope):
        return tuple(self._list(node, scope))

    def _list(self, node, scope):
        return [self.value(part, scope) for part in node[2]]

    def _dict(self, node, scope):
        return {self.value(key, scope): self.value(value, scope) for key, value in node[2]}

    def _choice(self, node, scope):
        _, _, condition, value, otherwise = node
        if self.value(condition, scope):
            return self.value(value, scope)
        if otherwise is None:
            return Undefined('the inline if-expression evaluated to false and no else section was '
                             'defined.')
        return self.value(otherwise, scope)

    def _or(self, node, scope):
        return self.value(node[2], scope) or self.value(node[3], scope)

    def _and(self, node, scope):
        return self.value(node[2], scope) and self.value(node[3], scope)

    def _not(self, node, scope):
        return bool(self.value(node[2], scope)) != node[3]

    def _compare(self, node, scope):
        left = self.value(node[2], scope)
        for sign, right in node[3]:
            right = self.value(right, scope)
            if sign not in ('==', '!=') and isinstance(left, Undefined):
                left.fail()
            if sign in ('<', '<=', '>', '>=') and isinstance(right, Undefined):
                right.fail()
            if not _OPERATIONS[sign](left, right):
                return False
            left = right
        return True

    def _operation(self, node, scope):
        _, _, sign, left, right = node
        left, right = self.value(left, scope), self.value(right, scope)
        if sign == '~':
            return _text_of(left) + _text_of(right)
        return _OPERATIONS[sign](_need(left), _need(right))

    def _sign(self, node, scope):
        value = _need(self.value(node[3], scope))
        return -value if node[2] == '-' else +value

    def _attribute(self, node, scope):
        return _attribute_of(self.value(node[2], scope), node[3])

    def _item(self, node, scope):
        return _item_of(self.value(node[2], scope), self.value(node[3], scope))

    def _slice(self, node, scope):
        return slice(*[None if part is None else self.value(part, scope) for part in node[2:]])

    def _given(self, args, named, scope):
        values, by_name = [], {}
        for is_many, value in args:
            value = self.value(value, scope)
            values.extend(value if is_many else [value])
        for name, value in named:
            value = self.value(value, scope)
            by_name.update(value if name is None else {name: value})
        return values, by_name

    @staticmethod
    def _called(function, args, named):
        _need(function)
        if not callable(function):
            raise TypeError(f"'{type(function).__name__}' object is not callable")
        return function(*args, **named)

    def _call(self, node, scope):
        function = self.value(node[2], scope)
        return self._called(function, *self._given(node[3], node[4], scope))

    def _filtered_by(self, name, line, value, args, named, scope):
        if name not in self._filters:
            raise TemplateAssertionError(f'No filter named {name!r}.', line)
        values, by_name = self._given(args, named, scope)
        return self._filters[name](value, *values, **by_name)

    def _filter(self, node, scope):
        _, line, name, value, args, named = node
        return self._filtered_by(name, line, self.value(value, scope), args, named, scope)

    def _test(self, node, scope):
        _, line, name, value, args, named, is_negated = node
        if name not in self._tests:
            raise TemplateAssertionError(f'No test named {name!r}.', line)
        values, by_name = self._given(args, named, scope)
        return bool(self._tests[name](self.value(value, scope), *values, **by_name)) != is_negated


class Template:
    def __init__(self, source, trim_blocks=False, lstrip_blocks=False, keep_trailing_newline=False,
                 environment=None):
        source = source.replace('\r\n', '\n').replace('\r', '\n')
        if not keep_trailing_newline and source.endswith('\n'):
            source = source[:-1]
        tokens = _Lexer(source, trim_blocks, lstrip_blocks).tokens()
        self._tree = _Parser(tokens).template()
        self._environment = environment or Environment()

    def render(self, *args, **context):
        names = dict(*args, **context)
        environment = self._environment
        out = []
        scope = _Scope(_Scope(None, environment.globals), names)
        _Renderer(environment.filters, environment.tests).run(self._tree, scope, out)
        return ''.join(out)


class Environment:
    def __init__(self, trim_blocks=False, lstrip_blocks=False, keep_trailing_newline=False,
                 extensions=()):
        self.trim_blocks, self.lstrip_blocks = trim_blocks, lstrip_blocks
        self.keep_trailing_newline = keep_trailing_newline
        self.filters, self.tests, self.globals = dict(_FILTERS), dict(_TESTS), dict(_GLOBALS)

    def from_string(self, source):
        return Template(source, self.trim_blocks, self.lstrip_blocks, self.keep_trailing_newline, self)
