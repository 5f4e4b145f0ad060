"""tokenizers.decoders: how tokens become a text again."""

from tokenizers import _parts
from tokenizers._patterns import pattern_of as _pattern_of
from tokenizers._text import text_of_byte_letters as _text_of_byte_letters


class Decoder:
    def decode_chain(self, tokens):
        """The tokens, nearer to the text; in the end they are joined."""
        raise NotImplementedError

    def decode(self, tokens):
        return ''.join(self.decode_chain(list(tokens)))


class Sequence(Decoder):
    def __init__(self, decoders):
        self.decoders = _parts.made_all(KINDS, decoders, 'decoder')

    def decode_chain(self, tokens):
        for decoder in self.decoders:
            tokens = decoder.decode_chain(tokens)
        return tokens


class ByteLevel(Decoder):
    def __init__(self, add_prefix_space=True, trim_offsets=True, use_regex=True):
        """What is given here is for the other parts of this name."""

    def decode_chain(self, tokens):
        return [_text_of_byte_letters(tokens)]


_CLEANED = ((' .', '.'), (' ?', '?'), (' !', '!'), (' ,', ','), (" ' ", "'"), (" n't", "n't"),
            (" 'm", "'m"), (' do not', " don't"), (" 's", "'s"), (" 've", "'ve"), (" 're", "'re"))


def _cleaned(text):
    for old, new in _CLEANED:
        text = text.replace(old, new)
    return text


class WordPiece(Decoder):
    def __init__(self, prefix='##', cleanup=True):
        _parts.need(str, prefix=prefix)
        self.prefix, self.cleanup = prefix, cleanup

    def decode_chain(self, tokens):
        texts = []
        for token in tokens:
            if texts:
                is_inner = token.startswith(self.prefix)
                token = token[len(self.prefix):] if is_inner else ' ' + token
            texts.append(_cleaned(token) if self.cleanup else token)
        return texts


class BPEDecoder(Decoder):
    def __init__(self, suffix='</w>'):
        _parts.need(str, suffix=suffix)
        self.suffix = suffix

    def decode_chain(self, tokens):
        ended = [token.replace(self.suffix, ' ') for token in tokens[:-1]]
        return ended + [token.replace(self.suffix, '') for token in tokens[-1:]]


class Metaspace(Decoder):
    def __init__(self, replacement='\u2581', prepend_scheme=None, split=True, add_prefix_space=None,
                 str_rep=None):
        _parts.need(str, replacement=replacement)
        if prepend_scheme is None:
            prepend_scheme = 'never' if add_prefix_space is False else 'always'
        self.replacement, self.prepend_scheme = replacement, prepend_scheme

    def decode_chain(self, tokens):
        first = ' ' if self.prepend_scheme == 'never' else ''
        return [token.replace(self.replacement, ' ' if at else first)
                for at, token in enumerate(tokens)]


class ByteFallback(Decoder):
    """<0xC3> and <0xA9> become é; bytes that are no text become \ufffd each."""

    def decode_chain(self, tokens):
        texts, codes = [], []
        for token in [*tokens, None]:
            byte = _byte_of(token)
            if byte is not None:
                codes.append(byte)
                continue
            if codes:
                try:
                    texts.append(bytes(codes).decode('utf-8'))
                except UnicodeDecodeError:
                    texts.extend(['\ufffd'] * len(codes))
                codes = []
            if token is not None:
                texts.append(token)
        return texts


def _byte_of(token):
    if token is None or len(token) != 6 or not token.startswith('<0x') or token[5] != '>':
        return None
    digits = '0123456789abcdef'
    first, second = digits.find(token[3].lower()), digits.find(token[4].lower())
    return None if first < 0 or second < 0 else 16 * first + second


class Fuse(Decoder):
    def decode_chain(self, tokens):
        return [''.join(tokens)]


class Strip(Decoder):
    def __init__(self, content=' ', start=0, stop=0, left=None, right=None):
        _parts.need(str, content=content)
        _parts.need(int, start=start, stop=stop)
        self.content = content
        self.start, self.stop = start if left is None else left, stop if right is None else right

    def decode_chain(self, tokens):
        return [self._stripped(token) for token in tokens]

    def _stripped(self, token):
        first, last = 0, len(token)
        while first < min(self.start, len(token)) and token[first] == self.content:
            first += 1
        while len(token) - last < self.stop and last > first and token[last - 1] == self.content:
            last -= 1
        return token[first:last]


class Replace(Decoder):
    def __init__(self, pattern, content):
        _parts.need(str, content=content)
        self.pattern, self.content = _pattern_of(pattern), content

    def decode_chain(self, tokens):
        return [self._replaced(token) for token in tokens]

    def _replaced(self, token):
        texts, at = [], 0
        for start, end in self.pattern.find(token):
            texts.extend([token[at:start], self.content])
            at = end
        return ''.join(texts) + token[at:]


class CTC(Decoder):
    def __init__(self, pad_token='<pad>', word_delimiter_token='|', cleanup=True):
        _parts.need(str, pad_token=pad_token, word_delimiter_token=word_delimiter_token)
        self.pad_token, self.word_delimiter_token = pad_token, word_delimiter_token
        self.cleanup = cleanup

    def decode_chain(self, tokens):
        texts = []
        for at, token in enumerate(tokens):
            if at and tokens[at - 1] == token:
                continue
            text = token.replace(self.pad_token, '')
            if self.cleanup:
                text = _cleaned(text).replace(self.word_delimiter_token, ' ')
            if text:
                texts.append(text)
        return texts


KINDS = {kind.__name__: kind for kind in (
    Sequence, ByteLevel, WordPiece, BPEDecoder, Metaspace, ByteFallback, Fuse, Strip, Replace, CTC)}
