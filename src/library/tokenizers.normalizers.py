"""tokenizers.normalizers: what changes a text before it is split."""

import unicodedata as _unicodedata

import regex as _regex
from tokenizers import _parts
from tokenizers._charsmap import Charsmap as _Charsmap
from tokenizers._patterns import pattern_of as _pattern_of
from tokenizers._text import WHITE_SPACE as _WHITE_SPACE, Piece as _Piece, \
    in_byte_letters as _in_byte_letters, piece_of as _piece_of, replaced as _replaced

_CHINESE = ((0x4e00, 0x9fff), (0x3400, 0x4dbf), (0x20000, 0x2a6df), (0x2a700, 0x2b73f),
            (0x2b740, 0x2b81f), (0x2b920, 0x2ceaf), (0xf900, 0xfaff), (0x2f800, 0x2fa1f))


class Normalizer:
    def changed(self, piece):
        """The piece after this normalizer."""
        raise NotImplementedError

    def normalize_str(self, sequence):
        return self.changed(_piece_of(sequence, False)).text


class Sequence(Normalizer):
    def __init__(self, normalizers):
        self.normalizers = _parts.made_all(KINDS, normalizers, 'normalizer')

    def changed(self, piece):
        for normalizer in self.normalizers:
            piece = normalizer.changed(piece)
        return piece


# ---- Unicode's forms ------------------------------------------------------------------------------

class _Form(Normalizer):
    """One of the forms in which a text with accents can be written."""

    form = ''

    def changed(self, piece):
        text = _unicodedata.normalize(self.form, piece.text)
        if text == piece.text or piece.places is None:
            return _Piece(text, piece.places, piece.is_first)
        # A character with its marks, or a syllable, becomes another one.
        groups = _regex.findall(r'\X', piece.text)
        return piece.changed([change for group in groups for change in self._changes(group)])

    def _changes(self, group):
        new = _unicodedata.normalize(self.form, group)
        if len(new) == len(group) or self.form in ('NFC', 'NFKC'):
            return [(new, len(group))] if new != group else [(letter, 1) for letter in group]
        return [(_unicodedata.normalize(self.form, letter), 1) for letter in group]


class NFC(_Form):
    form = 'NFC'


class NFD(_Form):
    form = 'NFD'


class NFKC(_Form):
    form = 'NFKC'


class NFKD(_Form):
    form = 'NFKD'


def _lower(text):
    """In lower case, letter by letter: a Σ at the end of a word is as any other."""
    return text.replace('\u03a3', '\u03c3').lower()


class Lowercase(Normalizer):
    def changed(self, piece):
        if piece.places is None:
            return _Piece(_lower(piece.text), None, piece.is_first)
        return piece.changed([(_lower(letter), 1) for letter in piece.text])


class StripAccents(Normalizer):
    def changed(self, piece):
        return piece.without(lambda letter: _unicodedata.category(letter)[0] == 'M')


# ---- of whole texts -------------------------------------------------------------------------------

class Strip(Normalizer):
    def __init__(self, strip_left=True, strip_right=True, left=None, right=None):
        self.left = strip_left if left is None else left
        self.right = strip_right if right is None else right

    def changed(self, piece):
        text = piece.text
        start = len(text) - len(text.lstrip(_WHITE_SPACE)) if self.left else 0
        end = len(text.rstrip(_WHITE_SPACE)) if self.right else len(text)
        is_first = piece.is_first
        piece = piece.part(start, max(start, end))
        piece.is_first = is_first
        return piece


class Prepend(Normalizer):
    def __init__(self, prepend='\u2581'):
        _parts.need(str, prepend=prepend)
        self.prepend = prepend

    def changed(self, piece):
        if not piece.text:
            return piece
        return piece.changed([(self.prepend, 0)] + [(letter, 1) for letter in piece.text])


class Replace(Normalizer):
    def __init__(self, pattern, content):
        _parts.need(str, content=content)
        self.pattern, self.content = _pattern_of(pattern), content

    def changed(self, piece):
        found = self.pattern.find(piece.text)
        return _replaced(piece, found, self.content) if found else piece


_NMT_DROPPED = {*range(1, 9), 0xb, *range(0xe, 0x20), 0x7f, 0x8f, 0x9f}
_NMT_BLANKS = {9, 10, 12, 13, 0x1680, *range(0x200b, 0x2010), 0x2028, 0x2029, 0x2581, 0xfeff, 0xfffd}


class Nmt(Normalizer):
    def changed(self, piece):
        changes = []
        for letter in piece.text:
            code = ord(letter)
            new = '' if code in _NMT_DROPPED else ' ' if code in _NMT_BLANKS else letter
            changes.append((new, 1))
        return piece.changed(changes)


class ByteLevel(Normalizer):
    def changed(self, piece):
        return _in_byte_letters(piece)


class Precompiled(Normalizer):
    """SentencePiece's own table of replacements."""

    def __init__(self, precompiled_charsmap):
        self._charsmap = _Charsmap(precompiled_charsmap)

    def changed(self, piece):
        return piece.changed(self._charsmap.changes(piece.text))


# ---- BERT's ---------------------------------------------------------------------------------------

def _is_control(letter):
    return letter not in '\t\n\r' and _unicodedata.category(letter) in ('Cc', 'Cf', 'Co')


def is_chinese(letter):
    code = ord(letter)
    return code >= 0x3400 and any([first <= code <= last for first, last in _CHINESE])


class BertNormalizer(Normalizer):
    def __init__(self, clean_text=True, handle_chinese_chars=True, strip_accents=None,
                 lowercase=True):
        self.clean_text, self.handle_chinese_chars = clean_text, handle_chinese_chars
        self.strip_accents, self.lowercase = strip_accents, lowercase

    def _clean(self, letter):
        if letter in '\0\ufffd' or _is_control(letter):
            return ''
        return ' ' if letter in _WHITE_SPACE else letter

    def changed(self, piece):
        if self.clean_text:
            piece = piece.changed([(self._clean(letter), 1) for letter in piece.text])
        if self.handle_chinese_chars:
            piece = piece.changed([(f' {letter} ' if is_chinese(letter) else letter, 1)
                                   for letter in piece.text])
        if self.lowercase if self.strip_accents is None else self.strip_accents:
            piece = NFD().changed(piece)
            piece = piece.without(lambda letter: _unicodedata.category(letter) == 'Mn')
        return Lowercase().changed(piece) if self.lowercase else piece


KINDS = {kind.__name__: kind for kind in (
    Sequence, NFC, NFD, NFKC, NFKD, Lowercase, StripAccents, Strip, Prepend, Replace, Nmt, ByteLevel,
    Precompiled, BertNormalizer)}
