"""RoBERTa's pieces of words: those of GPT-2, between <s> and </s>."""

from transformers.models.gpt2.tokenization_gpt2 import GPT2Tokenizer


class RobertaTokenizer(GPT2Tokenizer):
    _defaults = {'bos_token': '<s>', 'eos_token': '</s>', 'sep_token': '</s>', 'cls_token': '<s>',
                 'unk_token': '<unk>', 'pad_token': '<pad>', 'mask_token': '<mask>'}

    def _split_off(self, text):
        """A blank before <mask> belongs to it."""
        parts = super()._split_off(text)
        behind = [part for part, _ in parts[1:]] + ['']
        stripped = [(part.rstrip() if follows == self.mask_token else part, is_added)
                    for (part, is_added), follows in zip(parts, behind)]
        return [(part, is_added) for part, is_added in stripped if part]

    def build_inputs_with_special_tokens(self, token_ids_0, token_ids_1=None):
        ids = [self.cls_token_id, *token_ids_0, self.sep_token_id]
        return ids if token_ids_1 is None else [*ids, self.sep_token_id, *token_ids_1,
                                                self.sep_token_id]

    def create_token_type_ids_from_sequences(self, token_ids_0, token_ids_1=None):
        return [0] * len(self.build_inputs_with_special_tokens(token_ids_0, token_ids_1))


class RobertaTokenizerFast(RobertaTokenizer):
    is_fast = True
