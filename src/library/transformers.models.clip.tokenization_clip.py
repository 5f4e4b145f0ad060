"""CLIP's pieces of words: small letters, pairs of pieces merged as GPT-2 does, and a mark at the end of
each word."""

from tokenizers import Regex, Tokenizer, decoders, normalizers, pre_tokenizers
from transformers.models.gpt2.tokenization_gpt2 import read_bpe
from transformers.models.roberta.tokenization_roberta import put_around
from transformers.tokenization_utils_fast import PreTrainedTokenizer

_WORDS = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"


class CLIPTokenizer(PreTrainedTokenizer):
    model_input_names = ['input_ids', 'attention_mask']
    _defaults = {'unk_token': '<|endoftext|>', 'bos_token': '<|startoftext|>',
                 'eos_token': '<|endoftext|>', 'pad_token': '<|endoftext|>'}

    @classmethod
    def _from_vocabulary(cls, folder, settings):
        tokenizer = Tokenizer(read_bpe(folder, end_of_word_suffix='</w>', unk_token='<|endoftext|>'))
        tokenizer.normalizer = normalizers.Sequence([
            normalizers.NFC(), normalizers.Replace(Regex(r'\s+'), ' '), normalizers.Lowercase()])
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
            pre_tokenizers.Split(Regex(_WORDS), 'removed', invert=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False)])
        tokenizer.decoder = decoders.ByteLevel()
        put_around(tokenizer, '<|startoftext|>', '<|endoftext|>', trim_offsets=False,
                add_prefix_space=False)
        return tokenizer

    def decode(self, token_ids, **kwargs):
        """The sign at the end of a word is a blank."""
        return super().decode(token_ids, **kwargs).replace('</w>', ' ').strip()


class CLIPTokenizerFast(CLIPTokenizer):
    is_fast = True
