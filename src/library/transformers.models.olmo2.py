"""transformers.models.olmo2: OLMo 2. The norms are after the parts, and all queries of a token, and all of
its keys, are normalized together."""

import torch
from transformers.models._parts import (
    Attention, DecoderConfig, DecoderForCausalLM, DecoderLayer, DecoderModel, DecoderPreTrainedModel,
    MLP, RMSNorm, RotaryEmbedding)


class Olmo2Config(DecoderConfig):
    model_type = 'olmo2'
    defaults = {'vocab_size': 50304, 'rms_norm_eps': 1e-5, 'eos_token_id': 50279, 'pad_token_id': 1}


class Olmo2RMSNorm(RMSNorm):
    """Is multiplied by its weight before it is rounded."""

    def forward(self, hidden_states):
        scaled = self.weight * self.normalized(hidden_states)
        return scaled.to(hidden_states.dtype)


class Olmo2RotaryEmbedding(RotaryEmbedding):
    """Its sines and cosines are not rounded to halves."""

    def forward(self, x, position_ids, layer_type=None):
        return super().forward(x.float(), position_ids, layer_type)


class Olmo2Attention(Attention):
    def make_projections(self, config):
        super().make_projections(config)
        self.q_norm = Olmo2RMSNorm(self.num_heads * self.head_dim, config.rms_norm_eps)
        self.k_norm = Olmo2RMSNorm(self.num_key_value_heads * self.head_dim, config.rms_norm_eps)

    def queries_keys_values(self, hidden_states):
        queries = self.q_norm(self.q_proj(hidden_states))
        keys = self.k_norm(self.k_proj(hidden_states))
        values = self.v_proj(hidden_states)
        return self.split_heads(queries), self.split_heads(keys), self.split_heads(values)


class Olmo2MLP(MLP):
    pass


class Olmo2DecoderLayer(DecoderLayer):
    attention_class, mlp_class, norm_class = Olmo2Attention, Olmo2MLP, Olmo2RMSNorm
    norms = ('post_attention_layernorm', 'post_feedforward_layernorm')

    def forward(self, hidden_states, position_embeddings=None, attention_mask=None,
                past_key_value=None, output_attentions=True):
        attn_output, weights, present = self.self_attn(hidden_states, position_embeddings,
                                                       attention_mask, past_key_value)
        hidden_states = hidden_states + self.post_attention_layernorm(attn_output)
        mlp_output = self.mlp(hidden_states)
        hidden_states = hidden_states + self.post_feedforward_layernorm(mlp_output)
        return hidden_states, present, weights


class Olmo2PreTrainedModel(DecoderPreTrainedModel):
    config_class = Olmo2Config


class Olmo2Model(Olmo2PreTrainedModel, DecoderModel):
    layer_class, norm_class = Olmo2DecoderLayer, Olmo2RMSNorm
    rotary_class = Olmo2RotaryEmbedding


class Olmo2ForCausalLM(Olmo2PreTrainedModel, DecoderForCausalLM):
    model_class = Olmo2Model
