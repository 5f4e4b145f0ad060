"""CLIP's pieces of words: small letters, pairs of pieces merged as GPT-2 does, and a mark at the end of
each word."""

import unicodedata

import regex
from transformers.models.gpt2.tokenization_gpt2 import GPT2Tokenizer, merge_pairs

_END = '</w>'
_WORDS = r"'s|'t|'re|'ve|'m|'ll|'d|\p{L}+|\p{N}|[^\s\p{L}\p{N}]+"


class CLIPTokenizer(GPT2Tokenizer):
    _defaults = {'bos_token': '<|startoftext|>', 'eos_token': '<|endoftext|>',
                 'unk_token': '<|endoftext|>', 'pad_token': '<|endoftext|>'}

    def _pieces_of(self, text):
        text = ' '.join(unicodedata.normalize('NFC', text).split()).lower()
        tokens = []
        for word in regex.findall(_WORDS, text):
            letters = [self.byte_encoder[byte] for byte in word.encode('utf-8')]
            tokens.extend(merge_pairs([*letters[:-1], letters[-1] + _END], self.bpe_ranks))
        return tokens

    def build_inputs_with_special_tokens(self, token_ids_0, token_ids_1=None):
        ids = [self.bos_token_id, *token_ids_0, self.eos_token_id]
        return ids if token_ids_1 is None else [*ids, self.eos_token_id, *token_ids_1,
                                                self.eos_token_id]

    def convert_tokens_to_string(self, tokens):
        return super().convert_tokens_to_string(tokens).replace(_END, ' ').strip()


class CLIPTokenizerFast(CLIPTokenizer):
    is_fast = True
