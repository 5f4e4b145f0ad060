"""PreTrainedTokenizerFast: the tokenizer that tokenizer.json describes, whatever it is."""

from tokenizers.processors import TemplateProcessing
from transformers.tokenization_utils_base import PreTrainedTokenizerBase


class PreTrainedTokenizer(PreTrainedTokenizerBase):
    """Those with a name of their own. `add_prefix_space` is for the part that splits the text."""

    def __init__(self, add_bos_token=None, add_eos_token=None, add_prefix_space=None, **kwargs):
        super().__init__(**kwargs)
        self.add_bos_token, self.add_eos_token = add_bos_token, add_eos_token
        self.add_prefix_space = bool(add_prefix_space)
        pre_tokenizer = self._tokenizer.pre_tokenizer
        if add_prefix_space is not None and hasattr(pre_tokenizer, 'add_prefix_space'):
            pre_tokenizer.add_prefix_space = bool(add_prefix_space)


class PreTrainedTokenizerFast(PreTrainedTokenizer):
    is_fast = True


class TokenizerWithEnds(PreTrainedTokenizer):
    """Llama's: add_bos_token and add_eos_token say which special tokens are around a text."""

    model_input_names = ['input_ids', 'attention_mask']

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        if kwargs.get('add_bos_token') is not None or kwargs.get('add_eos_token') is not None:
            self._put_ends(self.add_bos_token is not False, bool(self.add_eos_token))

    def _put_ends(self, begins, ends):
        begin = [self.bos_token] if begins and self.bos_token is not None else []
        end = [self.eos_token] if ends and self.eos_token is not None else []
        single = [*begin, '$A', *end]
        pair = single + [f'{part}:1' for part in [*begin, '$B', *end]]
        special = [(token, self._tokenizer.token_to_id(token)) for token in begin + end]
        self._tokenizer.post_processor = TemplateProcessing(single, pair, special)
