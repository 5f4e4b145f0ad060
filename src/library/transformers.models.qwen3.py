"""transformers.models.qwen3: Qwen 3. The queries and keys of each head are normalized before they turn."""

from transformers.models._parts import (
    Attention, DecoderForCausalLM, DecoderLayer, DecoderModel, DecoderPreTrainedModel, MLP, RMSNorm,
    RotaryEmbedding)
from transformers.models.qwen2 import Qwen2Config


class Qwen3Config(Qwen2Config):
    model_type = 'qwen3'
    defaults = {**Qwen2Config.defaults, 'head_dim': 128}


class Qwen3RMSNorm(RMSNorm):
    pass


class Qwen3RotaryEmbedding(RotaryEmbedding):
    pass


class Qwen3Attention(Attention):
    def make_projections(self, config):
        super().make_projections(config)
        self.q_norm = Qwen3RMSNorm(self.head_dim, eps=config.rms_norm_eps)
        self.k_norm = Qwen3RMSNorm(self.head_dim, eps=config.rms_norm_eps)

    def queries_keys_values(self, hidden_states):
        query, key, value = super().queries_keys_values(hidden_states)
        return self.q_norm(query), self.k_norm(key), value


class Qwen3MLP(MLP):
    pass


class Qwen3DecoderLayer(DecoderLayer):
    attention_class, mlp_class, norm_class = Qwen3Attention, Qwen3MLP, Qwen3RMSNorm


class Qwen3PreTrainedModel(DecoderPreTrainedModel):
    config_class = Qwen3Config


class Qwen3Model(Qwen3PreTrainedModel, DecoderModel):
    layer_class, norm_class = Qwen3DecoderLayer, Qwen3RMSNorm
    rotary_class = Qwen3RotaryEmbedding


class Qwen3ForCausalLM(Qwen3PreTrainedModel, DecoderForCausalLM):
    model_class = Qwen3Model
