"""What DistilBERT's config.json says, under names of its own; what it leaves out is as in the base model."""

from transformers.configuration_utils import PretrainedConfig


class DistilBertConfig(PretrainedConfig):
    model_type = 'distilbert'
    attribute_map = {'hidden_size': 'dim', 'num_attention_heads': 'n_heads',
                     'num_hidden_layers': 'n_layers', 'intermediate_size': 'hidden_dim'}

    def __init__(self, vocab_size=30522, max_position_embeddings=512, n_layers=6, n_heads=12, dim=768,
                 hidden_dim=3072, dropout=0.1, attention_dropout=0.1, activation='gelu',
                 initializer_range=0.02, seq_classif_dropout=0.2, pad_token_id=0, **kwargs):
        self.vocab_size = vocab_size
        self.max_position_embeddings = max_position_embeddings
        self.n_layers = n_layers
        self.n_heads = n_heads
        self.dim = dim
        self.hidden_dim = hidden_dim
        self.dropout = dropout
        self.attention_dropout = attention_dropout
        self.activation = activation
        self.initializer_range = initializer_range
        self.seq_classif_dropout = seq_classif_dropout
        self.pad_token_id = pad_token_id
        self._take_labels(kwargs.pop('id2label', None), kwargs.pop('num_labels', None))
        kwargs.pop('label2id', None)
        super().__init__(**kwargs)
        self._need_sizes('vocab_size', 'dim', 'n_layers', 'n_heads', 'hidden_dim',
                         'max_position_embeddings')
        if dim % n_heads:
            raise ValueError(f'dim must be divisible by n_heads: {dim} and {n_heads}')
