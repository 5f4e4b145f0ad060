"""transformers.models.phi3: Phi 3, 3.5 and 4-mini. One matrix makes queries, keys and values, one the two
halves of the feed-forward part; of each head a part may turn."""

import torch
from torch import nn
from transformers.activations import get_activation
from transformers.models._parts import (
    Attention, DecoderConfig, DecoderForCausalLM, DecoderLayer, DecoderModel, DecoderPreTrainedModel,
    RMSNorm, RotaryEmbedding, apply_rotary_pos_emb)


class Phi3Config(DecoderConfig):
    model_type = 'phi3'
    defaults = {'vocab_size': 32064, 'hidden_size': 3072, 'intermediate_size': 8192,
                'max_position_embeddings': 4096, 'original_max_position_embeddings': 4096,
                'rms_norm_eps': 1e-5, 'bos_token_id': 1, 'eos_token_id': 32000,
                'pad_token_id': 32000}

    def rotation(self, layer_type):
        """The length of training is beside rope_scaling, and "su" is what longrope was called first."""
        numbers = super().rotation(layer_type)
        trained = numbers.get('original_max_position_embeddings', self.original_max_position_embeddings)
        return {**numbers, 'original_max_position_embeddings': trained}

    def _check_rotation(self):
        if isinstance(self.rope_scaling, dict) and self.rope_scaling.get('type') == 'su':
            self.rope_scaling = {**self.rope_scaling, 'type': 'longrope'}
        super()._check_rotation()


class Phi3RMSNorm(RMSNorm):
    pass


class Phi3RotaryEmbedding(RotaryEmbedding):
    pass


class Phi3Attention(Attention):
    def make_projections(self, config):
        self.queries = self.num_heads * self.head_dim
        self.pairs = self.num_key_value_heads * self.head_dim
        self.o_proj = nn.Linear(self.queries, config.hidden_size, bias=False)
        self.qkv_proj = nn.Linear(config.hidden_size, self.queries + 2 * self.pairs, bias=False)

    def queries_keys_values(self, hidden_states):
        together = self.qkv_proj(hidden_states)
        query, key, value = together.split([self.queries, self.pairs, self.pairs], dim=-1)
        return self.split_heads(query), self.split_heads(key), self.split_heads(value)

    def turned(self, query, key, cos, sin):
        turning = cos.size(-1)
        if turning == self.head_dim:
            return super().turned(query, key, cos, sin)
        turned = apply_rotary_pos_emb(query[..., :turning], key[..., :turning], cos, sin)
        return (torch.cat((turned[0], query[..., turning:]), dim=-1),
                torch.cat((turned[1], key[..., turning:]), dim=-1))


class Phi3MLP(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.gate_up_proj = nn.Linear(config.hidden_size, 2 * config.intermediate_size, bias=False)
        self.down_proj = nn.Linear(config.intermediate_size, config.hidden_size, bias=False)
        self.activation_fn = get_activation(config.hidden_act)

    def forward(self, hidden_states):
        gate, up_states = self.gate_up_proj(hidden_states).chunk(2, dim=-1)
        return self.down_proj(up_states * self.activation_fn(gate))


class Phi3DecoderLayer(DecoderLayer):
    attention_class, mlp_class, norm_class = Phi3Attention, Phi3MLP, Phi3RMSNorm


class Phi3PreTrainedModel(DecoderPreTrainedModel):
    config_class = Phi3Config


class Phi3Model(Phi3PreTrainedModel, DecoderModel):
    layer_class, norm_class = Phi3DecoderLayer, Phi3RMSNorm
    rotary_class = Phi3RotaryEmbedding


class Phi3ForCausalLM(Phi3PreTrainedModel, DecoderForCausalLM):
    model_class = Phi3Model
