"""tokenizers: what tokenizer.json says, done: a text becomes numbers, and numbers become a text."""

import regex as _regex
from json import loads as _loads
from tokenizers import decoders, models, normalizers, pre_tokenizers, processors
from tokenizers._encoding import Encoding
from tokenizers._parts import made as _made, need as _need
from tokenizers._patterns import Regex
from tokenizers._text import WHITE_SPACE as _WHITE_SPACE, piece_of as _piece_of

_WORD_LETTER = pre_tokenizers.Whitespace._words
_TRUNCATED = ('longest_first', 'only_first', 'only_second')


class AddedToken:
    """A token that no text is split within."""

    def __init__(self, content='', single_word=False, lstrip=False, rstrip=False, normalized=None,
                 special=False):
        _need(str, content=content)
        self.content, self.single_word = content, single_word
        self.lstrip, self.rstrip, self.special = lstrip, rstrip, special
        self.normalized = not special if normalized is None else normalized

    def __str__(self):
        return self.content

    def __repr__(self):
        return (f'AddedToken("{self.content}", rstrip={self.rstrip}, lstrip={self.lstrip}, '
                f'single_word={self.single_word}, normalized={self.normalized}, '
                f'special={self.special})')


class _Finder:
    """Finds the longest of many texts, from the left."""

    def __init__(self, tokens):
        self._tokens = tokens  # {text: AddedToken}
        self._sizes = sorted(set(map(len, tokens)), reverse=True)
        firsts = [f'\\x{{{ord(letter):x}}}' for letter in {text[0] for text in tokens}]
        self._first = _regex.compile(f"[{''.join(firsts)}]") if firsts else None

    def _at(self, text, start):
        for size in self._sizes:
            if text[start:start + size] in self._tokens and start + size <= len(text):
                return text[start:start + size]
        return None

    def find(self, text):
        """(start, end, AddedToken); its blanks are part of it where it takes them."""
        found, done, passed = [], 0, 0
        for match in self._first.finditer(text) if self._first else ():
            start = match.start()
            words = self._at(text, start) if start >= passed else None
            if words is None:
                continue
            token, end = self._tokens[words], start + len(words)
            passed = end
            if token.single_word and _is_within_word(text, start, end):
                continue
            if token.lstrip:
                start = max(len(text[:start].rstrip(_WHITE_SPACE)), done)
            if token.rstrip:
                end = len(text) - len(text[end:].lstrip(_WHITE_SPACE))
            if end > done or start >= done:
                found.append((max(start, done), end, token))
                done = end
        return found


def _is_within_word(text, start, end):
    neighbours = text[max(start - 1, 0):start], text[end:end + 1]
    return any([bool(letter) and (letter.isalnum() or letter == '_') for letter in neighbours])


def _shortened(counts, most):
    """Of the lengths of two texts: the longer one is shortened until they are equally long, then both."""
    short = min(counts)
    long = max(short, most - short)
    if short + long > most:
        short, long = most // 2, most // 2 + most % 2
    return [short, long] if counts[0] <= counts[1] else [long, short]


class Tokenizer:
    def __init__(self, model):
        self.model = model
        self.normalizer = self.pre_tokenizer = self.post_processor = self.decoder = None
        self.truncation = self.padding = None
        self.encode_special_tokens = False
        self._added = {}   # {content: AddedToken}
        self._numbers = {}  # {content: id}, of these alone
        self._contents = {}
        self._finders = None

    # ---- from a file -------------------------------------------------------------------------

    @staticmethod
    def from_file(path):
        with open(path, encoding='utf-8') as file:
            text = file.read()
        try:
            return Tokenizer.from_str(text)
        except ValueError as wrong:
            raise ValueError(f'{path}: {wrong}') from None
        except NotImplementedError as wrong:
            raise NotImplementedError(f'{path}: {wrong}') from None

    @staticmethod
    def from_str(json):
        content = _loads(json)
        if not isinstance(content, dict):
            raise ValueError('it holds no object')
        tokenizer = Tokenizer(models.model_of(content.get('model')))
        tokenizer.normalizer = _made(normalizers.KINDS, content.get('normalizer'), 'normalizer')
        tokenizer.pre_tokenizer = _made(pre_tokenizers.KINDS, content.get('pre_tokenizer'),
                                        'pre-tokenizer')
        tokenizer.post_processor = _made(processors.KINDS, content.get('post_processor'),
                                         'post-processor')
        tokenizer.decoder = _made(decoders.KINDS, content.get('decoder'), 'decoder')
        tokenizer._read_added(content.get('added_tokens') or [])
        tokenizer._read_lengths(content.get('truncation'), content.get('padding'))
        return tokenizer

    @staticmethod
    def from_pretrained(identifier, **kwargs):
        raise OSError(f"Tokenizer.from_pretrained('{identifier}') would load it from a network, and "
                      'there is none: Tokenizer.from_file reads a tokenizer.json')

    def _read_added(self, added):
        _need(list, added_tokens=added)
        for token in added:
            if not isinstance(token, dict) or type(token.get('id')) is not int or token['id'] < 0:
                raise ValueError(f'{token!r} is no added token')
            given = {name: value for name, value in token.items() if name != 'id'}
            try:
                self._add(AddedToken(**given))
            except TypeError as wrong:
                raise ValueError(f'an added token: {wrong}') from None

    def _read_lengths(self, truncation, padding):
        if truncation is not None:
            _need(dict, truncation=truncation)
            self.enable_truncation(**{
                name: str(value).lower() if name == 'direction' else
                _TRUNCATED[('LongestFirst', 'OnlyFirst', 'OnlySecond').index(value)]
                if name == 'strategy' else value for name, value in truncation.items()})
        if padding is not None:
            _need(dict, padding=padding)
            given = {name: value for name, value in padding.items() if name != 'strategy'}
            given['direction'] = str(given.get('direction', 'right')).lower()
            strategy = padding.get('strategy')
            if isinstance(strategy, dict):
                given['length'] = strategy.get('Fixed')
            self.enable_padding(**given)

    # ---- the vocabulary ----------------------------------------------------------------------

    def _add(self, token):
        content = token.content
        if not content:
            return 0
        number = self.token_to_id(content)
        number = self._next_number() if number is None else number
        is_new = content not in self._added
        self._added[content], self._numbers[content] = token, number
        self._contents[number] = content
        self._finders = None
        return int(is_new)

    def _next_number(self):
        return max(len(self.model.vocab), max(self._numbers.values(), default=-1) + 1)

    def add_tokens(self, tokens):
        return sum([self._add(AddedToken(token) if isinstance(token, str) else token)
                    for token in tokens])

    def add_special_tokens(self, tokens):
        added = 0
        for token in tokens:
            token = AddedToken(token, special=True) if isinstance(token, str) else token
            token.special = True
            added += self._add(token)
        return added

    def token_to_id(self, token):
        number = self._numbers.get(token)
        return self.model.token_to_id(token) if number is None else number

    def id_to_token(self, number):
        content = self._contents.get(number)
        return self.model.id_to_token(number) if content is None else content

    def get_vocab(self, with_added_tokens=True):
        return {**self.model.vocab, **self._numbers} if with_added_tokens else dict(self.model.vocab)

    def get_vocab_size(self, with_added_tokens=True):
        new = [1 for content in self._numbers if content not in self.model.vocab]
        return len(self.model.vocab) + (len(new) if with_added_tokens else 0)

    def get_added_tokens_decoder(self):
        return {number: self._added[self._contents[number]] for number in sorted(self._contents)}

    # ---- from text to numbers ----------------------------------------------------------------

    def _normalized(self, piece):
        return piece if self.normalizer is None else self.normalizer.changed(piece)

    def _made_finders(self):
        plain = {content: token for content, token in self._added.items() if not token.normalized}
        normalized = {self._normalized(_piece_of(content, False)).text: token
                      for content, token in self._added.items() if token.normalized}
        normalized.pop('', None)
        self._finders = _Finder(plain), _Finder(normalized)

    def _found(self, finder, piece):
        """(piece, AddedToken or None), one after the other."""
        at, parts = 0, []
        for start, end, token in finder.find(piece.text):
            if token.special and self.encode_special_tokens:
                continue
            if at < start:
                parts.append((piece.part(at, start), None))
            parts.append((piece.part(start, end), token))
            at = end
        if at < len(piece.text):
            parts.append((piece.part(at, len(piece.text)), None))
        return parts

    def _sections(self, piece):
        if self._finders is None:
            self._made_finders()
        sections = []
        for part, token in self._found(self._finders[0], piece):
            if token is None:
                sections.extend(self._found(self._finders[1], self._normalized(part)))
            else:
                sections.append((part, token))
        return sections

    def _encode_text(self, text, encoding, with_places, word=None):
        """Puts its tokens into the encoding; `word`: which of the given words it is."""
        number = -1
        for section, token in self._sections(_piece_of(text, with_places)):
            if token is not None:
                number += 1
                place = section.place(0, len(section.text))
                encoding.add(self._numbers[token.content], section.text, place,
                             number if word is None else word)
                continue
            words = [section] if self.pre_tokenizer is None else self.pre_tokenizer.parts(section)
            for piece in words:
                number += 1
                for one, content, start, end in self.model.cut(piece.text):
                    encoding.add(one, content, piece.place(start, end),
                                 number if word is None else word)

    def _encoding_of(self, sequence, is_pretokenized, type_id, with_places):
        encoding = Encoding()
        if is_pretokenized:
            for word, text in enumerate(sequence):
                self._encode_text(text, encoding, with_places, word)
        elif isinstance(sequence, str):
            self._encode_text(sequence, encoding, with_places)
        else:
            raise TypeError('TextInputSequence must be str')
        encoding.type_ids = [type_id] * len(encoding.ids)
        encoding.sequence_ids = [type_id] * len(encoding.ids)
        return encoding

    def _truncated(self, parts, special):
        most, strategy = self.truncation['max_length'], self.truncation['strategy']
        most -= self.num_special_tokens_to_add(len(parts) > 1) if special else 0
        counts = [len(part.ids) for part in parts]
        over = sum(counts) - max(most, 0)
        if over <= 0:
            return parts
        which = 1 if strategy == 'only_second' else 0
        if most <= 0:
            counts = [0] * len(counts)
        elif len(counts) == 2 and strategy == 'longest_first':
            counts = _shortened(counts, most)
        elif which >= len(counts) or counts[which] <= over:
            raise ValueError('Truncation error: Sequence to truncate too short to respect the '
                             'provided max_length')
        else:
            counts[which] -= over
        is_left = self.truncation['direction'] == 'left'
        return [part.part(len(part.ids) - count, len(part.ids)) if is_left else part.part(0, count)
                for part, count in zip(parts, counts)]

    def encode(self, sequence, pair=None, is_pretokenized=False, add_special_tokens=True,
               with_places=True):
        """An Encoding; with_places=False leaves its offsets out, which takes half the time."""
        texts = [sequence] if pair is None else [sequence, pair]
        parts = [self._encoding_of(text, is_pretokenized, number, with_places)
                 for number, text in enumerate(texts)]
        if self.truncation is not None:
            parts = self._truncated(parts, add_special_tokens)
        if self.post_processor is not None:
            parts = self.post_processor.process(parts, add_special_tokens)
        encoding = Encoding.joined(parts)
        return encoding if self.padding is None else self._padded([encoding])[0]

    def encode_batch(self, input, is_pretokenized=False, add_special_tokens=True):
        padding, self.padding = self.padding, None
        try:
            encodings = []
            for given in input:
                is_pair = isinstance(given, tuple) and len(given) == 2
                texts = given if is_pair else (given,)
                encodings.append(self.encode(*texts, is_pretokenized=is_pretokenized,
                                             add_special_tokens=add_special_tokens))
        finally:
            self.padding = padding
        return encodings if padding is None else self._padded(encodings)

    def num_special_tokens_to_add(self, is_pair):
        return 0 if self.post_processor is None else self.post_processor.added(is_pair)

    # ---- lengths -----------------------------------------------------------------------------

    def enable_truncation(self, max_length, stride=0, strategy='longest_first', direction='right'):
        _need(int, max_length=max_length)
        if strategy not in _TRUNCATED or direction not in ('left', 'right'):
            raise ValueError(f'truncation by {strategy!r}, {direction!r} is unknown')
        if stride:
            raise NotImplementedError('truncation with a stride is not there in qkv')
        self.truncation = {'max_length': max_length, 'stride': 0, 'strategy': strategy,
                           'direction': direction}

    def no_truncation(self):
        self.truncation = None

    def enable_padding(self, direction='right', pad_id=0, pad_type_id=0, pad_token='[PAD]',
                       length=None, pad_to_multiple_of=None):
        _need(int, pad_id=pad_id, pad_type_id=pad_type_id)
        _need((int, type(None)), length=length, pad_to_multiple_of=pad_to_multiple_of)
        if direction not in ('left', 'right'):
            raise ValueError(f'padding at the {direction!r} is unknown')
        self.padding = {'length': length, 'pad_to_multiple_of': pad_to_multiple_of, 'pad_id': pad_id,
                        'pad_token': pad_token, 'pad_type_id': pad_type_id, 'direction': direction}

    def no_padding(self):
        self.padding = None

    def _padded(self, encodings):
        given = self.padding
        count = given['length']
        if count is None:
            count = max([len(encoding.ids) for encoding in encodings], default=0)
        multiple = given['pad_to_multiple_of'] or 1
        count = -(-count // multiple) * multiple
        for encoding in encodings:
            encoding.pad(count, given['direction'], given['pad_id'], given['pad_type_id'],
                         given['pad_token'])
        return encodings

    # ---- and back ----------------------------------------------------------------------------

    def decode(self, ids, skip_special_tokens=True):
        tokens = [self.id_to_token(int(number)) for number in ids]
        return self._text_of([token for token in tokens if token is not None and not (
            skip_special_tokens and token in self._added and self._added[token].special)])

    def _text_of(self, tokens):
        return ' '.join(tokens) if self.decoder is None else self.decoder.decode(tokens)

    def decode_batch(self, sequences, skip_special_tokens=True):
        return [self.decode(ids, skip_special_tokens) for ids in sequences]

    def __repr__(self):
        return (f'<Tokenizer of {self.get_vocab_size()} tokens, '
                f'a model of the kind {type(self.model).__name__}>')
