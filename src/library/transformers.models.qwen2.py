"""transformers.models.qwen2: Qwen 2 and 2.5. Queries, keys and values have a bias, other layers none."""

from transformers.models._parts import (
    Attention, DecoderConfig, DecoderForCausalLM, DecoderLayer, DecoderModel, DecoderPreTrainedModel,
    MLP, RMSNorm, RotaryEmbedding)


class Qwen2Config(DecoderConfig):
    model_type = 'qwen2'
    defaults = {'vocab_size': 151936, 'intermediate_size': 22016, 'num_key_value_heads': 32,
                'max_position_embeddings': 32768, 'sliding_window': 4096,
                'use_sliding_window': False, 'max_window_layers': 28}

    def __init__(self, **given):
        if not given.get('use_sliding_window'):
            given['sliding_window'] = None
        super().__init__(**given)

    def _layer_type(self, layer):
        slides = self.sliding_window is not None and layer >= self.max_window_layers
        return 'sliding_attention' if slides else 'full_attention'


class Qwen2RMSNorm(RMSNorm):
    pass


class Qwen2RotaryEmbedding(RotaryEmbedding):
    pass


class Qwen2Attention(Attention):
    def make_projections(self, config):
        super().make_projections(config, bias=True)


class Qwen2MLP(MLP):
    pass


class Qwen2DecoderLayer(DecoderLayer):
    attention_class, mlp_class, norm_class = Qwen2Attention, Qwen2MLP, Qwen2RMSNorm


class Qwen2PreTrainedModel(DecoderPreTrainedModel):
    config_class = Qwen2Config


class Qwen2Model(Qwen2PreTrainedModel, DecoderModel):
    layer_class, norm_class = Qwen2DecoderLayer, Qwen2RMSNorm
    rotary_class = Qwen2RotaryEmbedding


class Qwen2ForCausalLM(Qwen2PreTrainedModel, DecoderForCausalLM):
    model_class = Qwen2Model
