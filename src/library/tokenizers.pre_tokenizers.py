"""tokenizers.pre_tokenizers: how a text is split into the words that the model cuts."""

import unicodedata as _unicodedata

from tokenizers import _parts
from tokenizers._patterns import Regex as _Regex, pattern_of as _pattern_of
from tokenizers._text import (
    BYTE_LETTERS as _BYTE_LETTERS, WHITE_SPACE as _WHITE_SPACE, behavior_of as _behavior_of,
    in_byte_letters as _in_byte_letters, piece_of as _piece_of, replaced as _replaced, split as _split)

_GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
# Rust's \w, which is wider than that of PCRE: all that is Alphabetic, marks, digits, connectors.
_WORD = (r'\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{200c}\x{200d}\x{24b6}-\x{24e9}\x{1f130}-\x{1f149}'
         r'\x{1f150}-\x{1f169}\x{1f170}-\x{1f189}')


class PreTokenizer:
    def parts(self, piece):
        """The pieces that a piece is split into."""
        raise NotImplementedError

    def pre_tokenize_str(self, sequence):
        pieces = self.parts(_piece_of(sequence, True))
        return [(piece.text, piece.place(0, len(piece.text))) for piece in pieces]


class Sequence(PreTokenizer):
    def __init__(self, pretokenizers):
        self.pretokenizers = _parts.made_all(KINDS, pretokenizers, 'pre-tokenizer')

    def parts(self, piece):
        pieces = [piece]
        for pre_tokenizer in self.pretokenizers:
            pieces = [part for one in pieces for part in pre_tokenizer.parts(one)]
        return pieces


class Split(PreTokenizer):
    def __init__(self, pattern, behavior, invert=False):
        self.pattern, self.behavior = _pattern_of(pattern), _behavior_of(behavior)
        self.invert = bool(invert)

    def parts(self, piece):
        return _split(piece, self.pattern.find(piece.text), self.behavior, self.invert)


class _Letters(PreTokenizer):
    """Splits at each letter of a kind."""

    behavior = 'removed'

    def _is_delimiter(self, letter):
        raise NotImplementedError

    def parts(self, piece):
        found = [(at, at + 1) for at, letter in enumerate(piece.text) if self._is_delimiter(letter)]
        return _split(piece, found, self.behavior)


class WhitespaceSplit(_Letters):
    def _is_delimiter(self, letter):
        return letter in _WHITE_SPACE


class CharDelimiterSplit(_Letters):
    def __init__(self, delimiter):
        _parts.need(str, delimiter=delimiter)
        self.delimiter = delimiter

    def _is_delimiter(self, letter):
        return letter == self.delimiter


class Punctuation(_Letters):
    def __init__(self, behavior='isolated'):
        self.behavior = _behavior_of(behavior)

    def _is_delimiter(self, letter):
        if letter < '\x7f':
            return letter > ' ' and not letter.isalnum()
        return _unicodedata.category(letter)[0] == 'P'


class Digits(_Letters):
    def __init__(self, individual_digits=False):
        self.behavior = 'isolated' if individual_digits else 'contiguous'

    def _is_delimiter(self, letter):
        return _unicodedata.category(letter)[0] == 'N'


class BertPreTokenizer(PreTokenizer):
    def parts(self, piece):
        words = WhitespaceSplit().parts(piece)
        return [part for word in words for part in Punctuation().parts(word)]


class Whitespace(PreTokenizer):
    _words = _Regex(rf'[{_WORD}]+|[^{_WORD}\s]+')

    def parts(self, piece):
        return _split(piece, self._words.find(piece.text), 'removed', True)


class FixedLength(PreTokenizer):
    def __init__(self, length=5):
        _parts.need(int, length=length)
        if length < 1:
            raise ValueError(f'length is {length}, and not at least 1')
        self.length = length

    def parts(self, piece):
        starts = range(0, len(piece.text), self.length)
        return [piece.part(start, start + self.length) for start in starts]


class Metaspace(PreTokenizer):
    """Blanks become a sign that is part of the word behind them."""

    def __init__(self, replacement='\u2581', prepend_scheme=None, split=True, add_prefix_space=None,
                 str_rep=None):
        _parts.need(str, replacement=replacement)
        if prepend_scheme is None:
            prepend_scheme = 'never' if add_prefix_space is False else 'always'
        if prepend_scheme not in ('always', 'first', 'never'):
            raise ValueError(f"prepend_scheme is {prepend_scheme!r}; 'always', 'first' and 'never' are")
        self.replacement, self.prepend_scheme, self.split = replacement, prepend_scheme, split

    def _is_prefixed(self, piece):
        if self.prepend_scheme == 'never' or piece.text.startswith(self.replacement):
            return False
        return self.prepend_scheme == 'always' or piece.is_first

    def parts(self, piece):
        found = _pattern_of(' ').find(piece.text)
        piece = _replaced(piece, found, self.replacement) if found else piece
        if self._is_prefixed(piece):
            piece = piece.changed([(self.replacement, 0)] + [(letter, 1) for letter in piece.text])
        if not self.split:
            return [piece] if piece.text else []
        return _split(piece, _pattern_of(self.replacement).find(piece.text), 'merged_with_next')


class ByteLevel(PreTokenizer):
    """GPT-2's: words with the blank before them, each byte as a letter."""

    _words = _Regex(_GPT2)

    def __init__(self, add_prefix_space=True, use_regex=True, trim_offsets=True):
        self.add_prefix_space, self.use_regex = add_prefix_space, use_regex
        self.trim_offsets = trim_offsets

    @staticmethod
    def alphabet():
        return list(_BYTE_LETTERS.values())

    def parts(self, piece):
        if self.add_prefix_space and not piece.text.startswith(' '):
            piece = piece.changed([(' ', 0)] + [(letter, 1) for letter in piece.text])
        words = _split(piece, self._words.find(piece.text), 'isolated') if self.use_regex else [piece]
        return [_in_byte_letters(word) for word in words if word.text]


KINDS = {kind.__name__: kind for kind in (
    Sequence, Split, WhitespaceSplit, CharDelimiterSplit, Punctuation, Digits, BertPreTokenizer,
    Whitespace, FixedLength, Metaspace, ByteLevel)}
KINDS['Delimiter'] = CharDelimiterSplit
