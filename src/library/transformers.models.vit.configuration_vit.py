"""What a vision transformer's config.json says; what it leaves out is as in the base model."""

from transformers.configuration_utils import PretrainedConfig


def check_patches(config):
    """Pictures are cut into whole patches, of which there are not too many."""
    config._need_sizes('image_size', 'patch_size', 'num_channels')
    if config.image_size < config.patch_size or config.image_size > 4096:
        raise ValueError(f'pictures of {config.image_size} pixels cannot be cut into patches of '
                         f'{config.patch_size}')
    if (config.image_size // config.patch_size) ** 2 > 65536:
        raise ValueError(f'pictures of {config.image_size} pixels have too many patches of '
                         f'{config.patch_size}')


class ViTConfig(PretrainedConfig):
    model_type = 'vit'

    def __init__(self, hidden_size=768, num_hidden_layers=12, num_attention_heads=12,
                 intermediate_size=3072, hidden_act='gelu', hidden_dropout_prob=0.0,
                 attention_probs_dropout_prob=0.0, initializer_range=0.02, layer_norm_eps=1e-12,
                 image_size=224, patch_size=16, num_channels=3, qkv_bias=True, **kwargs):
        self.hidden_size = hidden_size
        self.num_hidden_layers = num_hidden_layers
        self.num_attention_heads = num_attention_heads
        self.intermediate_size = intermediate_size
        self.hidden_act = hidden_act
        self.hidden_dropout_prob = hidden_dropout_prob
        self.attention_probs_dropout_prob = attention_probs_dropout_prob
        self.initializer_range = initializer_range
        self.layer_norm_eps = layer_norm_eps
        self.image_size = image_size
        self.patch_size = patch_size
        self.num_channels = num_channels
        self.qkv_bias = qkv_bias
        self._take_labels(kwargs.pop('id2label', None), kwargs.pop('num_labels', None))
        kwargs.pop('label2id', None)
        super().__init__(**kwargs)
        self._need_sizes('hidden_size', 'num_hidden_layers', 'num_attention_heads', 'intermediate_size')
        check_patches(self)
        if hidden_size % num_attention_heads:
            raise ValueError('hidden_size must be divisible by num_attention_heads: '
                             f'{hidden_size} and {num_attention_heads}')
