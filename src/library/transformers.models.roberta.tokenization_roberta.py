"""RoBERTa's pieces of words: those of GPT-2, between <s> and </s>."""

from tokenizers import Tokenizer, decoders, pre_tokenizers, processors
from transformers.models.gpt2.tokenization_gpt2 import read_bpe
from transformers.tokenization_utils_fast import PreTrainedTokenizer


def put_around(tokenizer, first, last, **given):
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
        put_around(tokenizer, '<s>', '</s>', add_prefix_space=prefixed)
        return tokenizer


class RobertaTokenizerFast(RobertaTokenizer):
    is_fast = True
