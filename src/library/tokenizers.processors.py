"""tokenizers.processors: the special tokens around one text, or two."""

from tokenizers import _parts
from tokenizers._text import LETTER_BYTES as _LETTER_BYTES, WHITE_SPACE as _WHITE_SPACE


class PostProcessor:
    def added(self, is_pair):
        """How many tokens are put in."""
        raise NotImplementedError

    def process(self, parts, special):
        """`parts`: Encodings of one text or two, or what a processor before this one made of them."""
        raise NotImplementedError

    def num_special_tokens_to_add(self, is_pair):
        return self.added(is_pair)


def _typed(encoding, type_id):
    encoding.type_ids = [type_id] * len(encoding.ids)
    return encoding


class Sequence(PostProcessor):
    def __init__(self, processors):
        self.processors = _parts.made_all(KINDS, processors, 'post-processor')

    def added(self, is_pair):
        return sum([processor.added(is_pair) for processor in self.processors])

    def process(self, parts, special):
        for processor in self.processors:
            parts = processor.process(parts, special)
        return parts


# ---- places without their blanks ------------------------------------------------------------------

def _trim(encoding, add_prefix_space):
    """The blanks at both ends of a token are no part of its place."""
    for at, token in enumerate(encoding.tokens):
        start, end = encoding.offsets[at]
        blanks = '\u0120' + _WHITE_SPACE
        left = len(token) - len(token.lstrip(blanks))
        right = len(token) - len(token.rstrip(blanks))
        if left == 1 and (at == 0 or start == 0) and add_prefix_space:
            left = 0  # that blank was put in: the text does not have it
        if left or right:
            start = min(start + left, end)
            encoding.offsets[at] = start, max(end - right, start)
    return encoding


class ByteLevel(PostProcessor):
    def __init__(self, add_prefix_space=True, trim_offsets=True, use_regex=True):
        self.add_prefix_space, self.trim_offsets = add_prefix_space, trim_offsets

    def added(self, is_pair):
        return 0

    def process(self, parts, special):
        if self.trim_offsets:
            parts = [_trim(part, self.add_prefix_space) for part in parts]
        return parts


# ---- special tokens -------------------------------------------------------------------------------

def _piece(content):
    """(text A or B, None, its type), or (None, name of a special token, its type)."""
    if not isinstance(content, dict) or len(content) != 1:
        raise ValueError(f'{content!r} is no part of a template')
    kind, given = list(content.items())[0]
    _parts.need(dict, **{'a part of a template': given})
    name, type_id = given.get('id'), given.get('type_id')
    _parts.need(int, type_id=type_id)
    if kind == 'Sequence' and name in ('A', 'B'):
        return name, None, type_id
    if kind == 'SpecialToken' and isinstance(name, str):
        return None, name, type_id
    raise ValueError(f'{content!r} is no part of a template')


def _number_in(text):
    if not text.isdigit():
        raise ValueError(f'{text!r} is not the number of a type in a template')
    return int(text)


def _piece_of_word(word):
    """$A, $B:1, $1 (the text A with type 1) or [CLS]:0."""
    name, colon, type_id = word.rpartition(':') if ':' in word[1:] else (word, '', '0')
    if colon and not type_id.isdigit():
        name, type_id = word, '0'
    if not name.startswith('$'):
        return None, name, _number_in(type_id)
    name = name[1:] or 'A'
    return ('A', None, int(name)) if name.isdigit() else (name.upper(), None, _number_in(type_id))


def _template(given):
    if isinstance(given, str):
        given = given.split()
    _parts.need((list, tuple), template=given)
    pieces = [_piece_of_word(part) if isinstance(part, str) else _piece(part) for part in given]
    for text, _, _ in pieces:
        if text not in ('A', 'B', None):
            raise ValueError(f'a template has the texts $A and $B, not ${text}')
    return pieces


def _special(given):
    """{name: (ids, tokens)} of a file's object or of Python's list of pairs."""
    if isinstance(given, dict):
        return {name: (token['ids'], token['tokens']) for name, token in given.items()}
    named = {}
    for token in given:
        if isinstance(token, dict):
            named[token['id']] = token['ids'], token['tokens']
        else:
            text, number = token if isinstance(token[0], str) else token[::-1]
            named[text] = [number], [text]
    return named


class TemplateProcessing(PostProcessor):
    def __init__(self, single='$0', pair='$A:0 $B:1', special_tokens=()):
        self.single, self.pair = _template(single), _template(pair)
        self.special_tokens = _special(special_tokens)
        for ids, tokens in self.special_tokens.values():
            _parts.need(list, ids=ids, tokens=tokens)
            if len(ids) != len(tokens) or not {int}.issuperset(map(type, ids)):
                raise ValueError('a special token has not as many ids as tokens')
        for _, name, _ in self.single + self.pair:
            if name is not None and name not in self.special_tokens:
                raise ValueError(f'Missing SpecialToken(s) with id(s) `{name}`')

    def added(self, is_pair):
        pieces = self.pair if is_pair else self.single
        return sum([len(self.special_tokens[name][0]) for _, name, _ in pieces if name is not None])

    def process(self, parts, special):
        made = []
        for text, name, type_id in self.pair if len(parts) > 1 else self.single:
            if text is not None:
                number = 'AB'.index(text)
                if number < len(parts):
                    made.append(_typed(parts[number].copy(), type_id))
            elif special:
                made.append(parts[0].of_special(*self.special_tokens[name], type_id))
        return made


class BertProcessing(PostProcessor):
    """[CLS] A [SEP], or [CLS] A [SEP] B [SEP]."""

    between = 1  # how many separators are between two texts
    second = 1   # the type of the second text

    def __init__(self, sep, cls):
        for token in (sep, cls):
            if not isinstance(token, (list, tuple)) or len(token) != 2 or \
                    not isinstance(token[0], str) or type(token[1]) is not int:
                raise ValueError(f'{token!r} is no pair of a token and its number')
        self.sep, self.cls = tuple(sep), tuple(cls)

    def added(self, is_pair):
        return 2 + self.between if is_pair else 2

    def process(self, parts, special):
        if not special:
            return parts
        made = []
        for number, part in enumerate(parts):
            type_id = self.second if number else 0
            if number == 0 or self.between == 2:
                made.append(self._around(part, self.sep if number else self.cls, type_id))
            made.append(_typed(part, type_id))
            made.append(self._around(part, self.sep, type_id))
        return made

    @staticmethod
    def _around(part, token, type_id):
        return part.of_special([token[1]], [token[0]], type_id)


class RobertaProcessing(BertProcessing):
    """<s> A </s>, or <s> A </s></s> B </s>."""

    between = 2
    second = 0

    def __init__(self, sep, cls, trim_offsets=True, add_prefix_space=True):
        super().__init__(sep, cls)
        self.trim_offsets, self.add_prefix_space = trim_offsets, add_prefix_space

    def process(self, parts, special):
        if self.trim_offsets:
            parts = [_trim(part, self.add_prefix_space) for part in parts]
        return super().process([_typed(part, 0) for part in parts], special)


KINDS = {kind.__name__: kind for kind in (
    Sequence, ByteLevel, TemplateProcessing, BertProcessing, RobertaProcessing)}
