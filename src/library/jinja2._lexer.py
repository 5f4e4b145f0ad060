"""A template as pieces: texts, and the words of its tags and expressions."""

import re as _re

from jinja2.exceptions import TemplateSyntaxError

_BEGIN = _re.compile(r'\{[{%#]')
_RAW_END = _re.compile(r'\{%(-|\+)?\s*endraw\s*(-|\+)?%\}')
_RAW = _re.compile(r'\{%[-+]?\s*raw\s*([-+]?)%\}')
_ENDS = {'{{': '}}', '{%': '%}'}
_WORD = _re.compile(r'''(?P<blank>\s+)
    |(?P<number>\d+(_\d+)*(\.\d+(_\d+)*)?([eE][-+]?\d+)?)
    |(?P<name>[^\W\d]\w*)
    |(?P<string>'([^'\\]*(?:\\.[^'\\]*)*)'|"([^"\\]*(?:\\.[^"\\]*)*)")
    |(?P<sign>//|\*\*|==|!=|<=|>=|[-+*/%~<>=.:|,;()\[\]{}])''', _re.VERBOSE | _re.DOTALL)
_ESCAPE = _re.compile(r'\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|(.))',
                      _re.DOTALL)
_ESCAPED = {'n': '\n', 't': '\t', 'r': '\r', 'a': '\a', 'b': '\b', 'f': '\f', 'v': '\v', '\n': ''}
_BRACKETS = {'(': ')', '[': ']', '{': '}'}
_LAST = 0x10ffff  # the last character that there is


def _unescaped(match):
    for group, base in ((1, 16), (2, 16), (3, 16), (4, 8)):
        if match.group(group):
            code = int(match.group(group), base)
            return chr(code) if code <= _LAST and not 0xd800 <= code < 0xe000 else '\ufffd'
    letter = match.group(5)
    if letter in '\\\'"':
        return letter
    return _ESCAPED.get(letter, '\\' + letter)


class Token:
    """`kind`: text, name, string, number, sign; or begin and end of a tag, with its sign."""

    def __init__(self, kind, value, line):
        self.kind, self.value, self.line = kind, value, line


class Lexer:
    def __init__(self, source, trim_blocks=False, lstrip_blocks=False):
        self._source = source
        self._trims, self._lstrips = trim_blocks, lstrip_blocks
        self._tokens = []
        self._line, self._counted = 1, 0

    def _line_at(self, at):
        self._line += self._source.count('\n', self._counted, at)
        self._counted = at
        return self._line

    def _add(self, kind, value, at):
        self._tokens.append(Token(kind, value, self._line_at(at)))

    def _text(self, start, end, before):
        """The text before a tag; `before`: what the tag does to it."""
        text = self._source[start:end]
        if before == '-':
            text = text.rstrip()
        elif before == 'lstrip':
            line = text.rfind('\n') + 1
            starts_line = line > 0 or start == 0 or self._source[start - 1] == '\n'
            if starts_line and text[line:] and not text[line:].strip():
                text = text[:line]
        if text:
            self._add('text', text, start)

    def _after(self, at, sign, is_trimmed):
        """Where the text behind a tag begins."""
        if sign == '-':
            return at + len(self._source[at:]) - len(self._source[at:].lstrip())
        return at + 1 if is_trimmed and sign != '+' and self._source.startswith('\n', at) else at

    def tokens(self):
        at = 0
        while True:
            match = _BEGIN.search(self._source, at)
            if match is None:
                break
            start, sign = match.start(), self._source[match.end():match.end() + 1]
            kind = match.group()
            strips = self._lstrips and kind != '{{' and sign != '+'
            self._text(at, start, '-' if sign == '-' else 'lstrip' if strips else '')
            inner = match.end() + (sign in ('-', '+') and kind != '{{' or sign == '-')
            if kind == '{#':
                at = self._comment(start, match.end())
                continue
            raw = _RAW.match(self._source, start)
            at = self._raw(raw) if raw else self._tag(kind, start, inner)
        if at < len(self._source):
            self._add('text', self._source[at:], at)
        return self._tokens

    def _comment(self, start, at):
        end = self._source.find('#}', at)
        if end < 0:
            raise TemplateSyntaxError('Missing end of comment tag', self._line_at(start))
        return self._after(end + 2, self._source[end - 1] if end > at else '', self._trims)

    def _raw(self, match):
        start = self._after(match.end(), match.group(1), self._trims)
        end = _RAW_END.search(self._source, start)
        if end is None:
            raise TemplateSyntaxError('Missing end of raw directive', self._line_at(match.start()))
        strips = self._lstrips and end.group(1) != '+'
        self._text(start, end.start(),
                   '-' if end.group(1) == '-' else 'lstrip' if strips else '')
        return self._after(end.end(), end.group(2), self._trims)

    def _tag(self, kind, start, at):
        """The words of a tag; its end is at the first end sign outside of brackets."""
        self._add('begin', kind, start)
        ending, opened = _ENDS[kind], []
        while True:
            sign = self._source[at:at + 1]
            size = 1 if sign in ('-', '+') and self._source.startswith(ending, at + 1) else 0
            if not opened and self._source.startswith(ending, at + size) and (
                    sign != '+' or kind == '{%' or not size):
                break
            match = _WORD.match(self._source, at)
            if match is None:
                self._refuse(at, start)
            at = match.end()
            self._word(match, opened)
        self._add('end', ending, at)
        return self._after(at + size + 2, sign if size else '', self._trims and kind == '{%')

    def _refuse(self, at, start):
        if at >= len(self._source):
            raise TemplateSyntaxError('unexpected end of template, a tag is not closed',
                                      self._line_at(start))
        raise TemplateSyntaxError(f'unexpected char {self._source[at]!r} at {at}', self._line_at(at))

    def _word(self, match, opened):
        text = match.group()
        if match.group('string'):
            self._add('string', _ESCAPE.sub(_unescaped, text[1:-1]), match.start())
        elif match.group('number'):
            digits = text.replace('_', '')
            is_whole = digits.isdigit()
            self._add('number', int(digits) if is_whole else float(digits), match.start())
        elif match.group('name'):
            self._add('name', text, match.start())
        elif match.group('sign'):
            if text in _BRACKETS:
                opened.append(_BRACKETS[text])
            elif text in ')]}' and (not opened or opened.pop() != text):
                raise TemplateSyntaxError(f"unexpected '{text}'", self._line_at(match.start()))
            self._add('sign', text, match.start())
