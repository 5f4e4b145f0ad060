"""tokenizers.models: how a word becomes the tokens of a vocabulary."""

from heapq import heappop as _heappop, heappush as _heappush

from tokenizers._parts import made as _made, need as _need

_CACHED, _CACHED_LENGTH = 10000, 256  # words whose tokens are kept, and characters of each


class Model:
    def __init__(self, vocab, unk_token=None):
        _need(dict, vocab={} if vocab is None else vocab)
        _need((str, type(None)), unk_token=unk_token)
        self.vocab = {} if vocab is None else vocab
        if not {int}.issuperset(map(type, self.vocab.values())) or \
                min(self.vocab.values(), default=0) < 0:
            token = [token for token, number in self.vocab.items()
                     if type(number) is not int or number < 0][0]
            raise ValueError(f'the vocabulary gives {token!r} the number {self.vocab[token]!r}')
        self.unk_token = unk_token
        self._words = None

    def id_to_token(self, number):
        if self._words is None:
            self._words = dict(zip(self.vocab.values(), self.vocab))
        return self._words.get(number)

    def token_to_id(self, token):
        return self.vocab.get(token)

    def cut(self, word):
        """[(id, token, start, end), …] of a word."""
        raise NotImplementedError

    def _unknown(self, word):
        if self.unk_token not in self.vocab:
            raise ValueError(f'{word!r} is not in the vocabulary, and neither is a token for what is '
                             f'unknown (unk_token={self.unk_token!r})')
        return self.vocab[self.unk_token]


def byte_tokens(text, vocab):
    """<0xC3>, <0xA9> … for the bytes of a text; None where one is not in the vocabulary."""
    tokens = [f'<0x{byte:02X}>' for byte in text.encode('utf-8')]
    return tokens if all([token in vocab for token in tokens]) else None


# ---- BPE ------------------------------------------------------------------------------------------

def _pair_of_words(first, second):
    return f'{first} {second}'


def _pair(first, second):
    return first, second


def _ranks(merges):
    """({pair: its rank}, how a pair is written in it): words 'a b', or lists ['a', 'b']."""
    _need((list, tuple), merges=merges)
    kinds = set(map(type, merges))
    if kinds <= {str}:
        if any([merge.count(' ') != 1 for merge in merges]):
            raise ValueError('a merge is not two tokens with a blank between them')
        return dict(zip(merges, range(len(merges)))), _pair_of_words
    if not kinds <= {list, tuple} or set(map(len, merges)) != {2}:
        raise ValueError('a merge is not a pair of tokens')
    return dict(zip(map(tuple, merges), range(len(merges)))), _pair


def merge_pairs(parts, ranks, pair=_pair_of_words, prefix=0):
    """Merges the pair that was learned first, until no pair of neighbours was learned.

    The second part of a pair loses its first `prefix` characters.
    """
    parts, joined = list(parts), []
    before, behind = list(range(-1, len(parts) - 1)), list(range(1, len(parts) + 1))
    waiting = []  # (rank, where, the pair): of those that have changed since, nothing is done

    def look_at(first):
        second = behind[first] if first >= 0 else len(parts)
        if second < len(parts):
            found = pair(parts[first], parts[second])
            if found in ranks:
                _heappush(waiting, (ranks[found], first, found))

    for first in range(len(parts) - 1):
        look_at(first)
    while waiting:
        _, first, found = _heappop(waiting)
        second = behind[first]
        if (parts[first] is None or second == len(parts) or
                pair(parts[first], parts[second]) != found):
            continue
        parts[first] += parts[second][prefix:]
        parts[second] = None
        joined.append(second)
        behind[first] = behind[second]
        if behind[first] < len(parts):
            before[behind[first]] = first
        look_at(before[first])
        look_at(first)
    return [part for part in parts if part is not None] if joined else parts


class BPE(Model):
    """Pairs of pieces, merged in the order in which they were learned."""

    def __init__(self, vocab=None, merges=None, cache_capacity=None, dropout=None, unk_token=None,
                 continuing_subword_prefix=None, end_of_word_suffix=None, fuse_unk=False,
                 byte_fallback=False, ignore_merges=False):
        super().__init__(vocab, unk_token)
        if dropout:
            raise NotImplementedError('BPE with dropout, which merges at random, is not there in qkv')
        _need((str, type(None)), continuing_subword_prefix=continuing_subword_prefix,
              end_of_word_suffix=end_of_word_suffix)
        self.prefix, self.suffix = continuing_subword_prefix or '', end_of_word_suffix or ''
        self.fuse_unk, self.byte_fallback = fuse_unk, byte_fallback
        self.ignore_merges = ignore_merges
        self._ranks, self._pair = _ranks([] if merges is None else merges)
        self._known = {}

    def _letters(self, word):
        """Its characters as tokens, and (start, end) in the word for each."""
        tokens, spans = [], []
        is_unknown = False
        for at, letter in enumerate(word):
            token = self.prefix + letter if at else letter
            token = token + self.suffix if at == len(word) - 1 else token
            is_known = token in self.vocab
            in_bytes = byte_tokens(token, self.vocab) if self.byte_fallback and not is_known else None
            if is_known or in_bytes is not None:
                made = [token] if is_known else in_bytes
            elif self.unk_token is None:
                continue
            elif is_unknown and self.fuse_unk:
                spans[-1] = spans[-1][0], at + 1
                continue
            else:
                self._unknown(letter)
                made = [self.unk_token]
            is_unknown = not is_known and in_bytes is None
            tokens.extend(made)
            spans.extend([(at, at + 1)] * len(made))
        return tokens, spans

    def _cut(self, word):
        if self.ignore_merges and word in self.vocab:
            return [(self.vocab[word], word, 0, len(word))]
        letters, spans = self._letters(word)
        made, first = [], 0
        for token in merge_pairs(letters, self._ranks, self._pair, len(self.prefix)):
            if token not in self.vocab:
                raise ValueError(f'the vocabulary has no token {token!r}, which a merge makes')
            length, end = len(letters[first]), first + 1
            while length < len(token):
                length += len(letters[end]) - len(self.prefix)
                end += 1
            made.append((self.vocab[token], token, spans[first][0], spans[end - 1][1]))
            first = end
        return made

    def cut(self, word):
        if word in self._known:
            return self._known[word]
        tokens = self._cut(word)
        if len(self._known) < _CACHED and len(word) < _CACHED_LENGTH:
            self._known[word] = tokens
        return tokens


# ---- the other kinds ------------------------------------------------------------------------------

class WordPiece(Model):
    """The longest known piece from the left, then of what is left of the word, with ## before it."""

    def __init__(self, vocab=None, unk_token='[UNK]', max_input_chars_per_word=100,
                 continuing_subword_prefix='##'):
        super().__init__(vocab, unk_token)
        _need(int, max_input_chars_per_word=max_input_chars_per_word)
        _need(str, continuing_subword_prefix=continuing_subword_prefix)
        self.max_input_chars_per_word = max_input_chars_per_word
        self.continuing_subword_prefix = continuing_subword_prefix

    def cut(self, word):
        tokens, start = [], 0
        while start < len(word) <= self.max_input_chars_per_word:
            before = self.continuing_subword_prefix if start else ''
            end = len(word)
            while end > start and before + word[start:end] not in self.vocab:
                end -= 1
            if end == start:
                break
            token = before + word[start:end]
            tokens.append((self.vocab[token], token, start, end))
            start = end
        if start < len(word):
            return [(self._unknown(word), self.unk_token, 0, len(word))]
        return tokens


class WordLevel(Model):
    """Each word is a token."""

    def __init__(self, vocab=None, unk_token='<unk>'):
        super().__init__(vocab, unk_token)

    def cut(self, word):
        if word in self.vocab:
            return [(self.vocab[word], word, 0, len(word))]
        return [(self._unknown(word), self.unk_token, 0, len(word))]


_UNKNOWN_PENALTY = 10.0  # below the score of the least likely token


class Unigram(Model):
    """Of all ways to cut a word, the one whose tokens are the likeliest."""

    def __init__(self, vocab=None, unk_id=None, byte_fallback=False):
        pairs = [['<unk>', 0.0]] if vocab is None else vocab
        _need((list, tuple), vocab=pairs)
        if not all([isinstance(pair, (list, tuple)) and len(pair) == 2 and isinstance(pair[0], str)
                    and isinstance(pair[1], (int, float)) for pair in pairs]):
            raise ValueError('the vocabulary is not a list of [token, score]')
        _need((int, type(None)), unk_id=unk_id)
        if unk_id is not None and not 0 <= unk_id < len(pairs):
            raise ValueError('The `unk_id` is larger than vocabulary size')
        tokens = [pair[0] for pair in pairs]
        super().__init__(dict(zip(tokens, range(len(tokens)))))
        self.unk_id, self.byte_fallback = unk_id, byte_fallback
        self._tokens, self._scores = tokens, [float(pair[1]) for pair in pairs]
        self._unknown_score = min(self._scores, default=0.0) - _UNKNOWN_PENALTY
        self._longest = max(map(len, tokens), default=0)

    def id_to_token(self, number):
        return self._tokens[number] if 0 <= number < len(self._tokens) else None

    def _best_ends(self, word):
        """For each place: (score of the best way there, where its last token begins, that token)."""
        best = [(0.0, 0, None)] + [None] * len(word)
        for start in range(len(word)):
            score = best[start][0]
            for end in range(start + 1, min(start + self._longest, len(word)) + 1):
                number = self.vocab.get(word[start:end])
                if number is not None:
                    so_far = score + self._scores[number]
                    if best[end] is None or so_far > best[end][0]:
                        best[end] = so_far, start, number
            if word[start] not in self.vocab:
                if self.unk_id is None:
                    raise ValueError('Encountered an unknown token but `unk_id` is missing')
                so_far = score + self._unknown_score
                if best[start + 1] is None or so_far > best[start + 1][0]:
                    best[start + 1] = so_far, start, self.unk_id
        return best

    def _spans(self, word):
        """(start, end) of the tokens; what is unknown is one of them, however long."""
        best, spans, end = self._best_ends(word), [], len(word)
        after_unknown = False
        while end > 0:
            _, start, number = best[end]
            is_unknown = number == self.unk_id
            if is_unknown and after_unknown:
                end = spans.pop()[1]
            spans.append((start, end))
            after_unknown = is_unknown
            end = start
        return spans[::-1]

    def cut(self, word):
        tokens = []
        for start, end in self._spans(word):
            token = word[start:end]
            in_bytes = byte_tokens(token, self.vocab) \
                if self.byte_fallback and token not in self.vocab else None
            if in_bytes is not None:
                tokens.extend([(self.vocab[byte], byte, start, end) for byte in in_bytes])
            else:
                tokens.append((self.vocab.get(token, self.unk_id), token, start, end))
        return tokens


KINDS = {kind.__name__: kind for kind in (BPE, WordPiece, WordLevel, Unigram)}


def model_of(content):
    """The model in tokenizer.json; old files do not say its type."""
    if isinstance(content, dict) and 'type' not in content:
        vocab = content.get('vocab')
        kind = ('BPE' if 'merges' in content else 'Unigram' if isinstance(vocab, list) else
                'WordPiece' if 'continuing_subword_prefix' in content else 'WordLevel')
        content = {'type': kind, **content}
    if content is None:
        raise ValueError('there is no model in it')
    return _made(KINDS, content, 'model')
