"""What CLIP's config.json says of its two towers; what it leaves out is as in the base model."""

from transformers.configuration_utils import PretrainedConfig
from transformers.models.vit.configuration_vit import check_patches
from transformers.utils import folder_of, read_json


class _Tower(PretrainedConfig):
    part = ''  # of a config.json of both

    def _take_sizes(self, hidden_size, intermediate_size, num_hidden_layers, num_attention_heads,
                    projection_dim, hidden_act, layer_norm_eps, attention_dropout, initializer_range,
                    kwargs):
        self.hidden_size = hidden_size
        self.intermediate_size = intermediate_size
        self.num_hidden_layers = num_hidden_layers
        self.num_attention_heads = num_attention_heads
        self.projection_dim = projection_dim
        self.hidden_act = hidden_act
        self.layer_norm_eps = layer_norm_eps
        self.attention_dropout = attention_dropout
        self.initializer_range = initializer_range
        super().__init__(**kwargs)
        self._need_sizes('hidden_size', 'intermediate_size', 'num_hidden_layers', 'num_attention_heads',
                         'projection_dim')
        if hidden_size % num_attention_heads:
            raise ValueError('hidden_size must be divisible by num_attention_heads: '
                             f'{hidden_size} and {num_attention_heads}')

    @classmethod
    def from_pretrained(cls, pretrained_model_name_or_path, **kwargs):
        content = read_json(folder_of(pretrained_model_name_or_path), 'config.json')
        if content.get('model_type') == 'clip':
            own = CLIPConfig.from_pretrained(pretrained_model_name_or_path)
            config = getattr(own, cls.part)
            for name, value in kwargs.items():
                setattr(config, name, value)
            return config
        return super().from_pretrained(pretrained_model_name_or_path, **kwargs)


class CLIPTextConfig(_Tower):
    model_type = 'clip_text_model'
    part = 'text_config'

    def __init__(self, vocab_size=49408, hidden_size=512, intermediate_size=2048, projection_dim=512,
                 num_hidden_layers=12, num_attention_heads=8, max_position_embeddings=77,
                 hidden_act='quick_gelu', layer_norm_eps=1e-5, attention_dropout=0.0,
                 initializer_range=0.02, pad_token_id=1, bos_token_id=49406, eos_token_id=49407,
                 **kwargs):
        self.vocab_size = vocab_size
        self.max_position_embeddings = max_position_embeddings
        self.pad_token_id = pad_token_id
        self.bos_token_id = bos_token_id
        self.eos_token_id = eos_token_id
        self._take_sizes(hidden_size, intermediate_size, num_hidden_layers, num_attention_heads,
                         projection_dim, hidden_act, layer_norm_eps, attention_dropout,
                         initializer_range, kwargs)
        self._need_sizes('vocab_size', 'max_position_embeddings')


class CLIPVisionConfig(_Tower):
    model_type = 'clip_vision_model'
    part = 'vision_config'

    def __init__(self, hidden_size=768, intermediate_size=3072, projection_dim=512,
                 num_hidden_layers=12, num_attention_heads=12, num_channels=3, image_size=224,
                 patch_size=32, hidden_act='quick_gelu', layer_norm_eps=1e-5, attention_dropout=0.0,
                 initializer_range=0.02, **kwargs):
        self.num_channels = num_channels
        self.image_size = image_size
        self.patch_size = patch_size
        self._take_sizes(hidden_size, intermediate_size, num_hidden_layers, num_attention_heads,
                         projection_dim, hidden_act, layer_norm_eps, attention_dropout,
                         initializer_range, kwargs)
        check_patches(self)


def _tower(kind, given, older):
    """Of one tower. An older file says under another name what holds."""
    if isinstance(given, kind):
        return given
    settings = {}
    for part in (given, older):
        if part is not None and not isinstance(part, dict):
            raise ValueError(f'{kind.part} cannot be {part!r}')
        settings.update(part or {})
    return kind.from_dict(settings)


class CLIPConfig(PretrainedConfig):
    model_type = 'clip'

    def __init__(self, text_config=None, vision_config=None, projection_dim=512,
                 logit_scale_init_value=2.6592, text_config_dict=None, vision_config_dict=None,
                 **kwargs):
        self.text_config = _tower(CLIPTextConfig, text_config, text_config_dict)
        self.vision_config = _tower(CLIPVisionConfig, vision_config, vision_config_dict)
        self.projection_dim = projection_dim
        self.logit_scale_init_value = logit_scale_init_value
        super().__init__(**kwargs)
        self.num_hidden_layers = self.vision_config.num_hidden_layers
        self._need_sizes('projection_dim')

    @classmethod
    def from_text_vision_configs(cls, text_config, vision_config, **kwargs):
        return cls(text_config=text_config, vision_config=vision_config, **kwargs)
