"""What RoBERTa's config.json says; what it leaves out is as in the base model."""

from transformers.models.bert.configuration_bert import BertConfig


class RobertaConfig(BertConfig):
    model_type = 'roberta'

    def __init__(self, vocab_size=50265, max_position_embeddings=514, type_vocab_size=1, pad_token_id=1,
                 bos_token_id=0, eos_token_id=2, **kwargs):
        self.bos_token_id = bos_token_id
        self.eos_token_id = eos_token_id
        self._take_labels(kwargs.pop('id2label', None), kwargs.pop('num_labels', None))
        kwargs.pop('label2id', None)
        super().__init__(vocab_size=vocab_size, max_position_embeddings=max_position_embeddings,
                         type_vocab_size=type_vocab_size, pad_token_id=pad_token_id, **kwargs)
        if type(pad_token_id) is not int or not 0 <= pad_token_id < max_position_embeddings - 1:
            raise ValueError(f'pad_token_id cannot be {pad_token_id!r}')

    @property
    def most_tokens(self):
        """The first numbers of positions are those of padding."""
        return self.max_position_embeddings - self.pad_token_id - 1
