"""A text on its way through a tokenizer, with the place of each character in the original text."""

# The characters with Unicode's property White_Space: \s and str.strip() know other ones.
WHITE_SPACE = ('\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009'
               '\u200a\u2028\u2029\u202f\u205f\u3000')


class Piece:
    """Some of a text: its characters as they are now, and (start, end) in the original for each.

    `places` is None where nobody asks for them. `is_first`: does it begin where the text begins?
    """

    def __init__(self, text, places=None, is_first=True):
        self.text, self.places, self.is_first = text, places, is_first

    def part(self, start, end):
        places = None if self.places is None else self.places[start:end]
        return Piece(self.text[start:end], places, self.is_first and start == 0)

    def changed(self, changes):
        """`changes`: (text, how many of the old characters it takes the place of), from the left."""
        text = ''.join([new for new, _ in changes])
        if self.places is None:
            return Piece(text, None, self.is_first)
        places, at = [], 0
        for new, count in changes:
            old = self.places[at:at + count] or self.places[at:at + 1] or self.places[-1:] or [(0, 0)]
            places.extend(old[:len(new)] + old[-1:] * (len(new) - len(old)))
            at += count
        return Piece(text, places, self.is_first)

    def without(self, is_dropped):
        changes = [('' if is_dropped(letter) else letter, 1) for letter in self.text]
        return self.changed(changes)

    def place(self, start, end):
        """Where the characters start … end - 1 come from."""
        if self.places is None or start >= end:
            return 0, 0
        return self.places[start][0], self.places[end - 1][1]


def piece_of(text, with_places):
    return Piece(text, [(at, at + 1) for at in range(len(text))] if with_places else None)


def replaced(piece, found, content):
    """The piece with `content` at each of the spans (start, end)."""
    changes, at = [], 0
    for start, end in found:
        changes.extend([(letter, 1) for letter in piece.text[at:start]])
        changes.append((content, end - start))
        at = end
    changes.extend([(letter, 1) for letter in piece.text[at:]])
    return piece.changed(changes)


# ---- splitting ------------------------------------------------------------------------------------

BEHAVIORS = ('removed', 'isolated', 'merged_with_previous', 'merged_with_next', 'contiguous')


def behavior_of(name):
    """'MergedWithNext' in a file is 'merged_with_next' in Python."""
    plain = ''.join(['_' + letter.lower() if letter.isupper() else letter for letter in str(name)])
    if plain.lstrip('_') not in BEHAVIORS:
        raise ValueError(f'Wrong value for SplitDelimiterBehavior, expected one of: {BEHAVIORS}')
    return plain.lstrip('_')


def _spans(length, found, invert):
    """(start, end, is it a delimiter?) that together cover the text."""
    spans, at = [], 0
    for start, end in found:
        if at < start:
            spans.append((at, start, invert))
        spans.append((start, end, not invert))
        at = end
    if at < length:
        spans.append((at, length, invert))
    return spans


def _merged(spans):
    """A delimiter joins what is before it, unless that is a delimiter itself."""
    merged, after_delimiter = [], False
    for start, end, is_delimiter in spans:
        if is_delimiter and not after_delimiter and merged:
            merged[-1] = (min(start, merged[-1][0]), max(end, merged[-1][1]))
        else:
            merged.append((start, end))
        after_delimiter = is_delimiter
    return merged


def _contiguous(spans):
    joined = []
    for start, end, is_delimiter in spans:
        if joined and joined[-1][2] == is_delimiter:
            start = joined.pop()[0]
        joined.append((start, end, is_delimiter))
    return [(start, end) for start, end, _ in joined]


def split(piece, found, behavior, invert=False):
    """The parts of a piece between and at the delimiters that were found in it."""
    spans = _spans(len(piece.text), found, invert)
    if behavior == 'removed':
        parts = [(start, end) for start, end, is_delimiter in spans if not is_delimiter]
    elif behavior == 'isolated':
        parts = [(start, end) for start, end, _ in spans]
    elif behavior == 'merged_with_previous':
        parts = _merged(spans)
    elif behavior == 'merged_with_next':
        parts = _merged(spans[::-1])[::-1]
    else:
        parts = _contiguous(spans)
    return [piece.part(start, end) for start, end in parts if start < end]


# ---- the letters that stand for bytes -------------------------------------------------------------

def bytes_to_unicode():
    """A letter that can be seen for each of the 256 bytes; a blank becomes Ġ."""
    seen = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters, others = {}, 0
    for byte in range(256):
        if byte in seen:
            letters[byte] = chr(byte)
        else:
            letters[byte] = chr(256 + others)
            others += 1
    return letters


BYTE_LETTERS = bytes_to_unicode()
LETTER_BYTES = {letter: byte for byte, letter in BYTE_LETTERS.items()}
_PLAIN = {chr(byte): letter for byte, letter in BYTE_LETTERS.items() if byte < 128}


def in_byte_letters(piece):
    """The piece with a letter for each byte of its UTF-8."""
    if piece.places is None:
        letters = [BYTE_LETTERS[byte] for byte in piece.text.encode('utf-8')]
        return Piece(''.join(letters), None, piece.is_first)
    changes = []
    for letter in piece.text:
        known = _PLAIN.get(letter)
        if known is None:
            known = ''.join([BYTE_LETTERS[byte] for byte in letter.encode('utf-8')])
        changes.append((known, 1))
    return piece.changed(changes)


def text_of_byte_letters(tokens):
    codes = []
    for token in tokens:
        if all([letter in LETTER_BYTES for letter in token]):
            codes.extend([LETTER_BYTES[letter] for letter in token])
        else:
            codes.extend(token.encode('utf-8'))
    return bytes(codes).decode('utf-8', errors='replace')
