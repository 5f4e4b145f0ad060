"""GPT-2's pieces of words: bytes, and pairs of pieces merged in the order in which they were learned."""

from heapq import heappop, heappush

import regex

from transformers.tokenization_utils_base import PreTrainedTokenizer
from transformers.utils import has_file, read_json

WORDS = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


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


def merge_pairs(word, ranks):
    """Merges the pair that was learned first, until no pair of neighbours was learned."""
    parts = list(word)
    before, behind = list(range(-1, len(parts) - 1)), list(range(1, len(parts) + 1))
    waiting = []  # (rank, where, the pair): of those that have changed since, nothing is done

    def look_at(first):
        second = behind[first] if first >= 0 else len(parts)
        if second < len(parts):
            pair = f'{parts[first]} {parts[second]}'
            if pair in ranks:
                heappush(waiting, (ranks[pair], first, pair))

    for first in range(len(parts) - 1):
        look_at(first)
    while waiting:
        _, first, pair = heappop(waiting)
        second = behind[first]
        if (parts[first] is None or second == len(parts) or
                f'{parts[first]} {parts[second]}' != pair):
            continue
        parts[first] += parts[second]
        parts[second] = None
        behind[first] = behind[second]
        if behind[first] < len(parts):
            before[behind[first]] = first
        look_at(before[first])
        look_at(first)
    return [part for part in parts if part is not None]


def _is_pair(merge):
    return isinstance(merge, str) or (isinstance(merge, list) and len(merge) == 2 and
                                      all(isinstance(part, str) for part in merge))


def _is_added(token):
    return isinstance(token, dict) and isinstance(token.get('content'), str) and 'id' in token


def _is_tokenizer(content):
    """Is all of it there that is read of it, and as it is to be?"""
    model = content.get('model')
    if not isinstance(model, dict):
        return False
    objects = (model.get('vocab', {}), content.get('normalizer') or {},
               content.get('pre_tokenizer') or {})
    added, merges = content.get('added_tokens', []), model.get('merges', [])
    return (all(isinstance(part, dict) for part in objects) and
            isinstance(added, list) and all(map(_is_added, added)) and
            isinstance(merges, list) and all(map(_is_pair, merges)))


def read_tokenizer_json(folder, kind):
    """The vocabulary in tokenizer.json, and the tokens that no text is split within."""
    content = read_json(folder, 'tokenizer.json')
    if not _is_tokenizer(content):
        raise ValueError(f'{folder}/tokenizer.json describes no tokenizer')
    model = content['model']
    if model.get('type', kind) != kind or 'vocab' not in model:
        raise NotImplementedError(f"{folder}/tokenizer.json is of the kind {model.get('type')}, not "
                                  f'{kind}')
    added = content.get('added_tokens', [])
    vocab = dict(model['vocab'])
    vocab.update({token['content']: token['id'] for token in added})
    return content, model, vocab, [token['content'] for token in added]


def _merges(lines):
    """{'Ġ t': 0, …}: the earlier a pair was learned, the smaller its number."""
    return dict(zip(lines, range(len(lines))))


class GPT2Tokenizer(PreTrainedTokenizer):
    _defaults = {'unk_token': '<|endoftext|>', 'bos_token': '<|endoftext|>',
                 'eos_token': '<|endoftext|>'}
    _settings = ('model_max_length', 'clean_up_tokenization_spaces', 'padding_side',
                 'add_prefix_space')

    def __init__(self, vocab, merges, add_prefix_space=False, **kwargs):
        self.bpe_ranks = merges
        self.add_prefix_space = add_prefix_space
        self.byte_encoder = bytes_to_unicode()
        self.byte_decoder = {letter: byte for byte, letter in self.byte_encoder.items()}
        super().__init__(vocab, **kwargs)

    @classmethod
    def _read(cls, folder):
        if has_file(folder, 'vocab.json') and has_file(folder, 'merges.txt'):
            with open(f'{folder}/merges.txt', encoding='utf-8') as file:
                lines = file.read().split('\n')
            lines = [line for line in lines if line and not line.startswith('#version')]
            return {'vocab': read_json(folder, 'vocab.json'), 'merges': _merges(lines)}
        if not has_file(folder, 'tokenizer.json'):
            raise OSError(f'{folder} has neither vocab.json and merges.txt nor tokenizer.json')
        content, model, vocab, added = read_tokenizer_json(folder, 'BPE')
        before = content.get('pre_tokenizer') or {}
        if before.get('type') != 'ByteLevel' or content.get('normalizer'):
            raise NotImplementedError(f'{folder}/tokenizer.json splits texts in another way than '
                                      'GPT-2 does, which is not there in qkv')
        lines = [pair if isinstance(pair, str) else ' '.join(pair) for pair in model.get('merges', [])]
        return {'vocab': vocab, 'merges': _merges(lines), 'added_tokens': added,
                'add_prefix_space': before.get('add_prefix_space', False)}

    def _pieces_of(self, text):
        tokens = []
        for word in regex.findall(WORDS, text):
            letters = ''.join(self.byte_encoder[byte] for byte in word.encode('utf-8'))
            tokens.extend(merge_pairs(letters, self.bpe_ranks))
        return tokens

    def tokenize(self, text, pair=None, add_special_tokens=False):
        if self.add_prefix_space and text and not text[0].isspace():
            text = ' ' + text
        return super().tokenize(text, pair)

    def convert_tokens_to_string(self, tokens):
        codes = []
        for token in tokens:
            if all(letter in self.byte_decoder for letter in token):
                codes.extend(self.byte_decoder[letter] for letter in token)
            else:
                codes.extend(token.encode('utf-8'))
        return bytes(codes).decode('utf-8', errors='replace')
