"""The words of a template as a tree: tuples (what it is, line, …)."""

from jinja2.exceptions import TemplateSyntaxError

_COMPARED = ('==', '!=', '<', '<=', '>', '>=')
_CONSTANTS = {'true': True, 'True': True, 'false': False, 'False': False, 'none': None, 'None': None}
_REFUSED = ('include', 'import', 'from', 'extends', 'block')
_DEEPEST = 60  # brackets and tags within each other


class Parser:
    def __init__(self, tokens):
        self._tokens, self._at, self._depth = tokens, 0, 0

    # ---- words -------------------------------------------------------------------------------

    @property
    def _line(self):
        last = self._tokens[-1].line if self._tokens else 1
        return self._tokens[self._at].line if self._at < len(self._tokens) else last

    def _fail(self, message):
        raise TemplateSyntaxError(message, self._line)

    def _is(self, kind, *values):
        if self._at >= len(self._tokens):
            return False
        token = self._tokens[self._at]
        return token.kind == kind and (not values or token.value in values)

    def _take(self, kind, *values):
        """The value of the next word if it is one of these, else None."""
        if not self._is(kind, *values):
            return None
        self._at += 1
        return self._tokens[self._at - 1].value

    def _need(self, kind, *values):
        if not self._is(kind, *values):
            got = repr(self._tokens[self._at].value) if self._at < len(self._tokens) else 'the end'
            self._fail(f"expected {' or '.join(values) or kind}, got {got}")
        self._at += 1
        return self._tokens[self._at - 1].value

    # ---- tags --------------------------------------------------------------------------------

    def template(self):
        body = self._body(())
        if self._at < len(self._tokens):
            self._fail(f"Encountered unknown tag '{self._tokens[self._at + 1].value}'.")
        return body

    def _body(self, ends):
        """What is there up to a tag with one of these names."""
        self._depth += 1
        if self._depth > _DEEPEST:
            self._fail(f'more than {_DEEPEST} tags within each other')
        nodes = []
        while self._at < len(self._tokens):
            line = self._line
            if self._is('text'):
                nodes.append(('text', line, self._take('text')))
            elif self._take('begin', '{{'):
                nodes.append(('print', line, self._expressions()))
                self._need('end')
            elif self._tokens[self._at + 1].value in ends:
                break
            else:
                self._take('begin')
                nodes.append(self._statement(line))
        else:
            if ends:
                self._fail('Unexpected end of template. Jinja was looking for the following tags: '
                           + ' or '.join([f"'{end}'" for end in ends]) + '.')
        self._depth -= 1
        return nodes

    def _end(self, *names):
        """The name of the tag that ended a body."""
        self._need('begin')
        return self._need('name', *names)

    def _statement(self, line):
        name = self._need('name')
        made = getattr(self, f'_{name}_tag', None)
        if name in _REFUSED:
            raise NotImplementedError(f"the tag '{name}' of templates is not there in qkv "
                                      f'(line {line} of the template)')
        if made is None:
            self._fail(f"Encountered unknown tag '{name}'.")
        node = made(line)
        self._need('end')
        return node

    def _if_tag(self, line):
        branches = []
        condition = self._expression()
        while True:
            self._need('end')
            branches.append((condition, self._body(('elif', 'else', 'endif'))))
            ended = self._end('elif', 'else', 'endif')
            if ended == 'endif':
                return ('if', line, branches, [])
            if ended == 'else':
                self._need('end')
                otherwise = self._body(('endif',))
                self._end('endif')
                return ('if', line, branches, otherwise)
            condition = self._expression()

    def _for_tag(self, line):
        target = self._target()
        self._need('name', 'in')
        items = self._expressions(with_condition=False)
        condition = self._expression() if self._take('name', 'if') else None
        if self._take('name', 'recursive'):
            raise NotImplementedError('a recursive loop in a template is not there in qkv')
        self._need('end')
        body = self._body(('else', 'endfor'))
        otherwise = []
        if self._end('else', 'endfor') == 'else':
            self._need('end')
            otherwise = self._body(('endfor',))
            self._end('endfor')
        return ('for', line, target, items, condition, body, otherwise)

    def _set_tag(self, line):
        target = self._target(with_attribute=True)
        if self._take('sign', '='):
            return ('set', line, target, self._expressions())
        filters = []
        while self._is('sign', '|'):
            filters.append(self._filter())
        self._need('end')
        body = self._body(('endset',))
        self._end('endset')
        return ('capture', line, target, body, filters)

    def _filter_tag(self, line):
        filters = [self._filter(with_bar=False)]
        while self._is('sign', '|'):
            filters.append(self._filter())
        self._need('end')
        body = self._body(('endfilter',))
        self._end('endfilter')
        return ('filtered', line, body, filters)

    def _macro_tag(self, line):
        name = self._need('name')
        self._need('sign', '(')
        parameters = self._parameters()
        self._need('end')
        body = self._body(('endmacro',))
        self._end('endmacro')
        self._take('name', name)
        return ('macro', line, name, parameters, body)

    def _parameters(self):
        parameters = []
        while not self._take('sign', ')'):
            name = self._need('name')
            parameters.append((name, self._expression() if self._take('sign', '=') else None))
            if not self._is('sign', ')'):
                self._need('sign', ',')
        return parameters

    def _call_tag(self, line):
        parameters = self._parameters() if self._take('sign', '(') else []
        call = self._expression()
        self._need('end')
        body = self._body(('endcall',))
        self._end('endcall')
        if call[0] != 'call':
            self._fail('expected call')
        return ('call block', line, call, parameters, body)

    def _with_tag(self, line):
        names = []
        while not self._is('end'):
            target = self._target()
            self._need('sign', '=')
            names.append((target, self._expression()))
            if not self._is('end'):
                self._need('sign', ',')
        self._need('end')
        body = self._body(('endwith',))
        self._end('endwith')
        return ('with', line, names, body)

    def _generation_tag(self, line):
        """What the model itself has said; printed as it is."""
        self._need('end')
        body = self._body(('endgeneration',))
        self._end('endgeneration')
        return ('with', line, [], body)

    def _do_tag(self, line):
        return ('do', line, self._expression())

    def _break_tag(self, line):
        return ('break', line)

    def _continue_tag(self, line):
        return ('continue', line)

    def _target(self, with_attribute=False):
        """A name, several, or a name with an attribute."""
        bracket = self._take('sign', '(')
        names = [self._need('name')]
        if with_attribute and self._take('sign', '.'):
            return ('attribute', names[0], self._need('name'))
        while self._take('sign', ','):
            if self._is('name') and not self._is('name', 'in'):
                names.append(self._need('name'))
        if bracket:
            self._need('sign', ')')
        return ('name', names[0]) if len(names) == 1 else ('names', names)

    # ---- expressions -------------------------------------------------------------------------

    def _expressions(self, with_condition=True):
        """One, or several with commas, which are a tuple."""
        line = self._line
        parts = [self._expression(with_condition)]
        if not self._is('sign', ','):
            return parts[0]
        while self._take('sign', ',') and not self._is('end'):
            parts.append(self._expression(with_condition))
        return ('tuple', line, parts)

    def _expression(self, with_condition=True):
        self._depth += 1
        if self._depth > _DEEPEST:
            self._fail(f'more than {_DEEPEST} expressions within each other')
        line, value = self._line, self._or()
        while with_condition and self._take('name', 'if'):
            condition = self._or()
            otherwise = self._expression() if self._take('name', 'else') else None
            value = ('choice', line, condition, value, otherwise)
        self._depth -= 1
        return value

    def _or(self):
        line, value = self._line, self._and()
        while self._take('name', 'or'):
            value = ('or', line, value, self._and())
        return value

    def _and(self):
        line, value = self._line, self._not()
        while self._take('name', 'and'):
            value = ('and', line, value, self._not())
        return value

    def _not(self):
        line, count = self._line, 0
        while self._take('name', 'not'):
            count += 1
        value = self._comparison()
        return value if not count else ('not', line, value, count % 2 == 1)

    def _comparison(self):
        line, value, compared = self._line, self._sum(), []
        while True:
            sign = self._take('sign', *_COMPARED) or self._take('name', 'in')
            if sign is None and self._is('name', 'not') and self._is_next('in'):
                self._at += 2
                sign = 'not in'
            if sign is None:
                return ('compare', line, value, compared) if compared else value
            compared.append((sign, self._sum()))

    def _is_next(self, name):
        behind = self._tokens[self._at + 1:self._at + 2]
        return bool(behind) and behind[0].kind == 'name' and behind[0].value == name

    def _chain(self, signs, part):
        line, value = self._line, part()
        while True:
            sign = self._take('sign', *signs)
            if sign is None:
                return value
            value = ('operation', line, sign, value, part())

    def _sum(self):
        return self._chain(('+', '-'), self._joined)

    def _joined(self):
        return self._chain(('~',), self._product)

    def _product(self):
        return self._chain(('*', '/', '//', '%'), self._power)

    def _power(self):
        return self._chain(('**',), self._unary)

    def _unary(self, with_filter=True):
        line, signs = self._line, []
        while self._is('sign', '-', '+'):
            signs.append(self._take('sign'))
        value = self._behind(self._primary(), not signs and with_filter)
        for sign in signs[::-1]:
            value = ('sign', line, sign, value)
        return self._behind(value, with_filter) if signs else value

    def _primary(self):
        line = self._line
        if self._is('string'):
            parts = [self._take('string')]
            while self._is('string'):
                parts.append(self._take('string'))
            return ('constant', line, ''.join(parts))
        if self._is('number'):
            return ('constant', line, self._take('number'))
        if self._is('name'):
            name = self._take('name')
            return ('constant', line, _CONSTANTS[name]) if name in _CONSTANTS else ('name', line, name)
        if self._take('sign', '('):
            return self._bracketed(line)
        if self._take('sign', '['):
            return ('list', line, self._items(']'))
        if self._take('sign', '{'):
            return self._dictionary(line)
        self._fail('expected an expression')

    def _bracketed(self, line):
        parts, is_tuple = [], self._is('sign', ')')
        while not self._take('sign', ')'):
            parts.append(self._expression())
            if self._take('sign', ','):
                is_tuple = True
            elif not self._is('sign', ')'):
                self._need('sign', ')')
        return ('tuple', line, parts) if is_tuple else parts[0]

    def _items(self, end):
        items = []
        while not self._take('sign', end):
            items.append(self._expression())
            if not self._is('sign', end):
                self._need('sign', ',')
        return items

    def _dictionary(self, line):
        pairs = []
        while not self._take('sign', '}'):
            key = self._expression()
            self._need('sign', ':')
            pairs.append((key, self._expression()))
            if not self._is('sign', '}'):
                self._need('sign', ',')
        return ('dict', line, pairs)

    def _behind(self, value, with_filter):
        """Attributes, items and calls; and filters and tests."""
        while True:
            line = self._line
            if self._take('sign', '.'):
                name = self._take('number') if self._is('number') else self._need('name')
                value = ('item', line, value, ('constant', line, name)) if isinstance(name, int) else \
                    ('attribute', line, value, name)
            elif self._take('sign', '['):
                value = ('item', line, value, self._subscript(line))
            elif self._take('sign', '('):
                value = ('call', line, value, *self._arguments())
            elif with_filter and self._is('sign', '|'):
                name, line, args, named = self._filter()
                value = ('filter', line, name, value, args, named)
            elif with_filter and self._take('name', 'is'):
                value = self._test(line, value)
            else:
                return value

    def _subscript(self, line):
        parts = []
        for _ in range(3):
            parts.append(None if self._is('sign', ':', ']') else self._expression())
            if not self._take('sign', ':'):
                break
        else:
            self._fail("expected ']'")
        self._need('sign', ']')
        is_slice = len(parts) > 1 or parts[0] is None
        return ('slice', line, *(parts + [None, None])[:3]) if is_slice else parts[0]

    def _arguments(self):
        """(positional, by name) up to the closing bracket; each may be *… or **…."""
        args, named = [], []
        while not self._take('sign', ')'):
            if self._take('sign', '**'):
                named.append((None, self._expression()))
            elif self._take('sign', '*'):
                args.append((True, self._expression()))
            elif self._is('name') and self._is_named():
                name = self._take('name')
                self._at += 1
                named.append((name, self._expression()))
            else:
                args.append((False, self._expression()))
            if not self._is('sign', ')'):
                self._need('sign', ',')
        return args, named

    def _is_named(self):
        behind = self._tokens[self._at + 1:self._at + 2]
        return bool(behind) and behind[0].kind == 'sign' and behind[0].value == '='

    def _filter(self, with_bar=True):
        """(name, line, positional arguments, arguments by name)"""
        if with_bar:
            self._need('sign', '|')
        line, name = self._line, self._need('name')
        args, named = self._arguments() if self._take('sign', '(') else ([], [])
        return name, line, args, named

    def _test(self, line, value):
        is_negated = self._take('name', 'not') is not None
        name = self._need('name')
        args, named = [], []
        if self._take('sign', '('):
            args, named = self._arguments()
        elif (self._is('name') and not self._is('name', 'else', 'or', 'and', 'is', 'if', 'in', 'not')
              or self._is('string') or self._is('number') or self._is('sign', '[', '{')):
            args = [(False, self._behind(self._primary(), False))]
        return ('test', line, name, value, args, named, is_negated)
