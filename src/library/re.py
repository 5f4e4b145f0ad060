"""re: regular expressions. The matching itself is done in C (_re); here are Python's names for it."""

import _re


class PatternError(Exception):
    """What is wrong with a pattern."""

    __module__ = 're'


error = PatternError


IGNORECASE = I = 2
LOCALE = L = 4
MULTILINE = M = 8
DOTALL = S = 16
UNICODE = U = 32
VERBOSE = X = 64
ASCII = A = 256
NOFLAG = 0

_OPTIONS = {IGNORECASE: _re.CASELESS, MULTILINE: _re.MULTILINE, DOTALL: _re.DOTALL,
            VERBOSE: _re.EXTENDED}
_NAMES = {'re.IGNORECASE': IGNORECASE, 're.MULTILINE': MULTILINE, 're.DOTALL': DOTALL,
          're.VERBOSE': VERBOSE, 're.ASCII': ASCII}
_ALL = 1 << 40
_ESCAPES = 'AbBdDsSwWZafnrtuUvx'  # letters that mean something behind a backslash
_SPECIAL = '()[]{}?*+-|^$\\.&~# \t\n\r\v\f'


def _options_of(flags):
    options = 0
    for flag, option in _OPTIONS.items():
        if flags & flag:
            options |= option
    return options


def _for_pcre(pattern):
    """\\Z is Python's for the very end, which PCRE writes \\z."""
    return pattern.replace('\\\\', '\0').replace('\\Z', '\\z').replace('\0', '\\\\')


def _escaped(template, at):
    """What stands behind the backslash at `at`: (a number or name of a group, or None; text; end)."""
    letter = template[at + 1:at + 2]
    if letter == 'g':
        end = template.find('>', at)
        if template[at + 2:at + 3] != '<' or end < 0:
            raise error(f"missing group name at position {at + 2}")
        name = template[at + 3:end]
        return int(name) if name.isdigit() else name, '', end + 1
    if letter.isdigit() and letter != '0':
        end = at + 3 if template[at + 2:at + 3].isdigit() else at + 2
        return int(template[at + 1:end]), '', end
    plain = {'n': '\n', 't': '\t', 'r': '\r', 'a': '\a', 'f': '\f', 'v': '\v', '\\': '\\', '0': '\0'}
    if letter in plain:
        return None, plain[letter], at + 2
    if letter.isalpha() and letter.isascii():
        raise error(f"bad escape \\{letter} at position {at}")
    return None, '\\' + letter, at + 2


def _expand(template, match):
    parts = []
    at = 0
    while at < len(template):
        end = template.find('\\', at)
        if end < 0:
            parts.append(template[at:])
            break
        parts.append(template[at:end])
        group, text, at = _escaped(template, end)
        parts.append(text if group is None else match.group(group) or '')
    return ''.join(parts)


class Match:
    def __init__(self, pattern, string, spans, pos, endpos):
        self.re = pattern
        self.string = string
        self.pos = pos
        self.endpos = endpos
        self._spans = spans

    def _number(self, group):
        number = self.re.groupindex.get(group, -1) if isinstance(group, str) else group
        if not 0 <= number <= self.re.groups:
            raise IndexError("no such group")
        return 2 * number

    def _text(self, group, default=None):
        at = self._number(group)
        start, end = self._spans[at], self._spans[at + 1]
        return default if start < 0 else self.string[start:end]

    def group(self, *groups):
        if len(groups) <= 1:
            return self._text(groups[0] if groups else 0)
        return tuple(self._text(group) for group in groups)

    def groups(self, default=None):
        return tuple(self._text(i, default) for i in range(1, self.re.groups + 1))

    def groupdict(self, default=None):
        return {name: self._text(name, default) for name in self.re.groupindex}

    def start(self, group=0):
        return self._spans[self._number(group)]

    def end(self, group=0):
        return self._spans[self._number(group) + 1]

    def span(self, group=0):
        return self.start(group), self.end(group)

    def expand(self, template):
        return _expand(template, self)

    @property
    def lastindex(self):
        taken = [i for i in range(1, self.re.groups + 1) if self._spans[2 * i] >= 0]
        return taken[-1] if taken else None

    def __getitem__(self, group):
        return self._text(group)

    def __bool__(self):
        return True

    def __repr__(self):
        return f"<re.Match object; span={self.span()}, match={self.group()!r}>"


def _refuse_properties(pattern):
    """PCRE knows \\p{…} and others, Python does not."""
    at = pattern.find('\\')
    while at >= 0:
        letter = pattern[at + 1:at + 2]
        if letter.isascii() and letter.isalpha() and letter not in _ESCAPES:
            raise error(f'bad escape \\{letter} at position {at}')
        at = pattern.find('\\', at + 2)


class Pattern:
    def __init__(self, pattern, flags):
        self.pattern = pattern
        self.flags = flags | UNICODE
        self._source = _for_pcre(pattern)
        self._options = _options_of(flags)
        try:
            self.groups, self.groupindex = _re.groups(self._source, self._options)
        except ValueError as wrong:
            raise error(str(wrong)) from None

    def _find(self, string, pos, endpos, options, most):
        if not isinstance(string, str):
            raise TypeError(f"expected string or bytes-like object, got '{type(string).__name__}'")
        text = string if endpos is None else string[:endpos]
        endpos = len(text)
        pos = min(max(pos, 0), endpos)
        found = _re.find(self._source, self._options, text, pos, options, most)
        return [Match(self, string, spans, pos, endpos) for spans in found]

    def _first(self, string, pos, endpos, options):
        found = self._find(string, pos, endpos, options, 1)
        return found[0] if found else None

    def search(self, string, pos=0, endpos=None):
        return self._first(string, pos, endpos, 0)

    def match(self, string, pos=0, endpos=None):
        return self._first(string, pos, endpos, _re.ANCHORED)

    def fullmatch(self, string, pos=0, endpos=None):
        return self._first(string, pos, endpos, _re.ANCHORED | _re.ENDANCHORED)

    def finditer(self, string, pos=0, endpos=None):
        return iter(self._find(string, pos, endpos, 0, _ALL))

    def findall(self, string, pos=0, endpos=None):
        found = self._find(string, pos, endpos, 0, _ALL)
        if self.groups == 0:
            return [match.group() for match in found]
        if self.groups == 1:
            return [match._text(1, '') for match in found]
        return [match.groups('') for match in found]

    def split(self, string, maxsplit=0):
        pieces = []
        at = 0
        for match in self._find(string, 0, None, 0, maxsplit or _ALL):
            pieces.append(string[at:match.start()])
            pieces.extend(match.groups())
            at = match.end()
        pieces.append(string[at:])
        return pieces

    def subn(self, repl, string, count=0):
        pieces = []
        at = 0
        found = self._find(string, 0, None, 0, count or _ALL)
        for match in found:
            pieces.append(string[at:match.start()])
            pieces.append(repl(match) if callable(repl) else _expand(repl, match))
            at = match.end()
        pieces.append(string[at:])
        return ''.join(pieces), len(found)

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def __eq__(self, other):
        return (isinstance(other, Pattern) and self.pattern == other.pattern
                and self.flags == other.flags)

    def __hash__(self):
        return hash((self.pattern, self.flags))

    def __repr__(self):
        names = ''.join(f", {name}" for name, flag in _NAMES.items() if self.flags & flag)
        return f"re.compile({self.pattern!r}{names.replace(', ', '|').replace('|', ', ', 1)})"


def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError("cannot process flags argument with a compiled pattern")
        return pattern
    _refuse_properties(pattern)
    return Pattern(pattern, flags)


def _compile_with_properties(pattern, flags=0):
    """What regex is, over the same engine."""
    return pattern if isinstance(pattern, Pattern) else Pattern(pattern, flags)


def _functions(compile):
    """Those of a module, of patterns that `compile` reads."""
    def search(pattern, string, flags=0):
        return compile(pattern, flags).search(string)

    def match(pattern, string, flags=0):
        return compile(pattern, flags).match(string)

    def fullmatch(pattern, string, flags=0):
        return compile(pattern, flags).fullmatch(string)

    def findall(pattern, string, flags=0):
        return compile(pattern, flags).findall(string)

    def finditer(pattern, string, flags=0):
        return compile(pattern, flags).finditer(string)

    def split(pattern, string, maxsplit=0, flags=0):
        return compile(pattern, flags).split(string, maxsplit)

    def sub(pattern, repl, string, count=0, flags=0):
        return compile(pattern, flags).sub(repl, string, count)

    def subn(pattern, repl, string, count=0, flags=0):
        return compile(pattern, flags).subn(repl, string, count)

    return search, match, fullmatch, findall, finditer, split, sub, subn


search, match, fullmatch, findall, finditer, split, sub, subn = _functions(compile)


def escape(pattern):
    return ''.join('\\' + letter if letter in _SPECIAL else letter for letter in pattern)


def purge():
    """There is nothing to forget."""
