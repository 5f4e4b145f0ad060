"""Patterns in the language of Oniguruma, which tokenizer.json uses, in that of PCRE."""

import regex as _regex

from tokenizers._text import WHITE_SPACE

_IN_CLASS = ''.join([f'\\x{{{ord(letter):x}}}' for letter in WHITE_SPACE])
_OUTSIDE = {'s': f'[{_IN_CLASS}]', 'S': f'[^{_IN_CLASS}]', 'h': '[0-9A-Fa-f]', 'H': '[^0-9A-Fa-f]'}
_INSIDE = {'s': _IN_CLASS, 'h': '0-9A-Fa-f'}


def _class_end(pattern, at):
    """The end of the class that begins at `at`, and its text in PCRE's language."""
    begin, text = at, '['
    at += 1
    while at < len(pattern):
        letter = pattern[at]
        if letter == '\\':
            text += _INSIDE.get(pattern[at + 1:at + 2], pattern[at:at + 2])
            at += 2
            continue
        if pattern.startswith('[:', at) and ':]' in pattern[at:]:
            end = pattern.index(':]', at) + 2
            text += pattern[at:end]
            at = end
            continue
        if letter == '[' or pattern.startswith('&&', at):
            raise NotImplementedError(
                f'the pattern {pattern!r}: a class within a class at {at} is not there in qkv')
        text += letter
        at += 1
        if letter == ']' and text not in ('[]', '[^]'):
            return at, text
    raise ValueError(f'the pattern {pattern!r}: the class at {begin} has no end')


def for_pcre(pattern):
    text, at = '', 0
    while at < len(pattern):
        if pattern[at] == '[':
            at, part = _class_end(pattern, at)
            text += part
        elif pattern[at] == '\\':
            text += _OUTSIDE.get(pattern[at + 1:at + 2], pattern[at:at + 2])
            at += 2
        else:
            text += pattern[at]
            at += 1
    return text


class Regex:
    """tokenizers.Regex: a text that is read as a pattern where others are read as they are."""

    def __init__(self, pattern):
        if not isinstance(pattern, str):
            raise TypeError(f'a pattern is a str, not {type(pattern).__name__}')
        self.pattern = pattern
        try:
            self._compiled = _regex.compile(for_pcre(pattern))
        except _regex.error as wrong:
            raise ValueError(f'the pattern {pattern!r}: {wrong}') from None

    def find(self, text):
        return [match.span() for match in self._compiled.finditer(text)]

    def __repr__(self):
        return f'Regex("{self.pattern}")'


class _Words:
    """A text that is found as it is."""

    def __init__(self, words):
        self.words = words

    def find(self, text):
        spans, size = [], len(self.words)
        at = text.find(self.words) if size else -1
        while at >= 0:
            spans.append((at, at + size))
            at = text.find(self.words, at + size)
        return spans


def pattern_of(given):
    """{'String': …} or {'Regex': …} of a file; a str or a Regex in Python."""
    if isinstance(given, dict) and len(given) == 1:
        kind, text = list(given.items())[0]
        if kind in ('String', 'Regex') and isinstance(text, str):
            return Regex(text) if kind == 'Regex' else _Words(text)
    if isinstance(given, str):
        return _Words(given)
    if not isinstance(given, Regex):
        raise ValueError(f"{given!r} is no pattern; {{'String': …}} and {{'Regex': …}} are")
    return given
