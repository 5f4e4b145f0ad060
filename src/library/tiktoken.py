"""tiktoken: GPT-2's vocabulary, from a folder of that name beside the program."""

from tokenizers._text import piece_of as _piece_of
from transformers.models.gpt2 import GPT2Tokenizer as _GPT2Tokenizer
from transformers.utils import has_file as _has_file


class Encoding:
    def __init__(self, name, tokenizer):
        self.name = name
        self._tokenizer = tokenizer
        self.special_tokens_set = set(tokenizer.all_special_tokens)

    @property
    def n_vocab(self):
        return len(self._tokenizer)

    @property
    def eot_token(self):
        return self._tokenizer.eos_token_id

    def encode_ordinary(self, text):
        backend = self._tokenizer.backend_tokenizer
        pieces = backend.pre_tokenizer.parts(_piece_of(text, False))
        return [number for piece in pieces for number, _, _, _ in backend.model.cut(piece.text)]

    def encode(self, text, *, allowed_special=(), disallowed_special='all'):
        allowed = self.special_tokens_set if allowed_special == 'all' else set(allowed_special)
        refused = self.special_tokens_set - allowed if disallowed_special == 'all' \
            else set(disallowed_special)
        for token in refused:
            if token in text:
                raise ValueError(f'Encountered text corresponding to disallowed special token '
                                 f'{token!r}.')
        if allowed:
            return self._tokenizer.encode(text)
        return self.encode_ordinary(text)

    def encode_batch(self, text, **kwargs):
        return [self.encode(one, **kwargs) for one in text]

    def decode(self, tokens, errors='replace'):
        return self._tokenizer.decode(tokens)

    def __repr__(self):
        return f"<Encoding '{self.name}'>"


def get_encoding(encoding_name):
    if encoding_name != 'gpt2':
        raise NotImplementedError(f"tiktoken.get_encoding('{encoding_name}') is not there in qkv; "
                                  "'gpt2' is")
    if not _has_file('gpt2', 'vocab.json'):
        raise OSError("tiktoken.get_encoding('gpt2') would load its vocabulary from a network, and "
                      'there is none: put vocab.json and merges.txt of GPT-2 into a folder gpt2 '
                      'beside the program')
    return Encoding(encoding_name, _GPT2Tokenizer.from_pretrained('gpt2'))


def encoding_for_model(model_name):
    return get_encoding(model_name)


def list_encoding_names():
    return ['gpt2']
