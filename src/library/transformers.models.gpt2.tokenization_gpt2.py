"""GPT-2's tokenizer: bytes, and pairs of pieces merged in the order in which they were learned."""

from tokenizers import Tokenizer, decoders, pre_tokenizers, processors
from tokenizers.models import BPE
from transformers.tokenization_utils_fast import PreTrainedTokenizer
from transformers.utils import has_file, read_json


def read_bpe(folder, **given):
    """The model in vocab.json and merges.txt."""
    if not has_file(folder, 'vocab.json') or not has_file(folder, 'merges.txt'):
        raise OSError(f'{folder} has neither tokenizer.json nor vocab.json and merges.txt')
    with open(f'{folder}/merges.txt', encoding='utf-8') as file:
        lines = file.read().split('\n')
    merges = [line for line in lines if line and not line.startswith('#version')]
    vocab = read_json(folder, 'vocab.json')
    try:
        return BPE(vocab, merges, **given)
    except ValueError as wrong:
        raise ValueError(f'{folder}/vocab.json and merges.txt: {wrong}') from None


class GPT2Tokenizer(PreTrainedTokenizer):
    model_input_names = ['input_ids', 'attention_mask']
    _defaults = {'unk_token': '<|endoftext|>', 'bos_token': '<|endoftext|>',
                 'eos_token': '<|endoftext|>'}

    @classmethod
    def _from_vocabulary(cls, folder, settings):
        tokenizer = Tokenizer(read_bpe(folder))
        prefixed = bool(settings.get('add_prefix_space'))
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefixed)
        tokenizer.decoder = decoders.ByteLevel()
        tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
        return tokenizer
