"""Tokenizers that differ in their special tokens, and in the files of a folder without tokenizer.json."""

from tokenizers import Regex, Tokenizer, decoders, normalizers, pre_tokenizers, processors
from transformers.models.bert.tokenization_bert import BertTokenizer
from transformers.models.gpt2.tokenization_gpt2 import GPT2Tokenizer, read_bpe
from transformers.tokenization_utils_fast import (
    PreTrainedTokenizer, PreTrainedTokenizerFast, TokenizerWithEnds)
from transformers.utils import has_file

_CLIP_WORDS = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"


def _sentencepiece(cls, folder):
    if has_file(folder, 'tokenizer.model') or has_file(folder, 'spiece.model'):
        raise NotImplementedError(
            f'{folder} has its vocabulary in the form of SentencePiece alone, which is not there in '
            f'qkv; AutoTokenizer.from_pretrained(…).save_pretrained(…) of transformers writes a '
            'tokenizer.json')
    raise OSError(f'{folder} has no tokenizer.json')


class LlamaTokenizer(TokenizerWithEnds):
    _defaults = {'unk_token': '<unk>', 'bos_token': '<s>', 'eos_token': '</s>'}

    @classmethod
    def _from_vocabulary(cls, folder, settings):
        return _sentencepiece(cls, folder)


class GemmaTokenizer(TokenizerWithEnds):
    _defaults = {'unk_token': '<unk>', 'bos_token': '<bos>', 'eos_token': '<eos>', 'pad_token': '<pad>'}

    @classmethod
    def _from_vocabulary(cls, folder, settings):
        return _sentencepiece(cls, folder)


class Qwen2Tokenizer(GPT2Tokenizer):
    _defaults = {'unk_token': '<|endoftext|>', 'eos_token': '<|endoftext|>',
                 'pad_token': '<|endoftext|>'}

    @classmethod
    def _from_vocabulary(cls, folder, settings):
        tokenizer = Tokenizer(read_bpe(folder))
        tokenizer.normalizer = normalizers.NFC()
        words = Regex(r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| "
                      r"?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
            pre_tokenizers.Split(words, 'isolated'),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
        tokenizer.decoder = decoders.ByteLevel()
        tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
        return tokenizer


def _around(tokenizer, first, last, **given):
    """<s> … </s>, where both are in the vocabulary."""
    vocab = tokenizer.model.vocab
    if first in vocab and last in vocab:
        tokenizer.post_processor = processors.RobertaProcessing(
            (last, vocab[last]), (first, vocab[first]), **given)


class RobertaTokenizer(PreTrainedTokenizer):
    model_input_names = ['input_ids', 'attention_mask']
    _defaults = {'bos_token': '<s>', 'eos_token': '</s>', 'sep_token': '</s>', 'cls_token': '<s>',
                 'unk_token': '<unk>', 'pad_token': '<pad>',
                 'mask_token': {'content': '<mask>', 'lstrip': True, 'normalized': False}}

    @classmethod
    def _from_vocabulary(cls, folder, settings):
        tokenizer = Tokenizer(read_bpe(folder))
        prefixed = bool(settings.get('add_prefix_space'))
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefixed)
        tokenizer.decoder = decoders.ByteLevel()
        _around(tokenizer, '<s>', '</s>', add_prefix_space=prefixed)
        return tokenizer


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
            pre_tokenizers.Split(Regex(_CLIP_WORDS), 'removed', invert=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False)])
        tokenizer.decoder = decoders.ByteLevel()
        _around(tokenizer, '<|startoftext|>', '<|endoftext|>', trim_offsets=False,
                add_prefix_space=False)
        return tokenizer

    def decode(self, token_ids, **kwargs):
        """The sign at the end of a word is a blank."""
        return super().decode(token_ids, **kwargs).replace('</w>', ' ').strip()


class DistilBertTokenizer(BertTokenizer):
    model_input_names = ['input_ids', 'attention_mask']


class T5Tokenizer(PreTrainedTokenizer):
    model_input_names = ['input_ids', 'attention_mask']
    _defaults = {'eos_token': '</s>', 'unk_token': '<unk>', 'pad_token': '<pad>'}

    @classmethod
    def _from_vocabulary(cls, folder, settings):
        return _sentencepiece(cls, folder)


class XLMRobertaTokenizer(T5Tokenizer):
    _defaults = RobertaTokenizer._defaults


class LlamaTokenizerFast(LlamaTokenizer):
    is_fast = True


class GemmaTokenizerFast(GemmaTokenizer):
    is_fast = True


class Qwen2TokenizerFast(Qwen2Tokenizer):
    is_fast = True


class RobertaTokenizerFast(RobertaTokenizer):
    is_fast = True


class CLIPTokenizerFast(CLIPTokenizer):
    is_fast = True


class DistilBertTokenizerFast(DistilBertTokenizer):
    is_fast = True


class T5TokenizerFast(T5Tokenizer):
    is_fast = True


class XLMRobertaTokenizerFast(XLMRobertaTokenizer):
    is_fast = True


CLASSES = {made.__name__: made for made in (
    LlamaTokenizer, LlamaTokenizerFast, GemmaTokenizer, GemmaTokenizerFast, Qwen2Tokenizer,
    Qwen2TokenizerFast, RobertaTokenizer, RobertaTokenizerFast, CLIPTokenizer, CLIPTokenizerFast,
    DistilBertTokenizer, DistilBertTokenizerFast, T5Tokenizer, T5TokenizerFast, XLMRobertaTokenizer,
    XLMRobertaTokenizerFast, PreTrainedTokenizerFast)}
