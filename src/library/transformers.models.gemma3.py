"""transformers.models.gemma3: Gemma 3 for text. As Gemma 2, with norms of queries and keys in the place of
bounds; five layers of six see only the last tokens, and turn faster."""

import torch
from transformers.models._parts import (
    Attention, DecoderForCausalLM, DecoderModel, DecoderPreTrainedModel, MLP, RotaryEmbedding,
    SandwichLayer)
from transformers.models.gemma2 import Gemma2Config, Gemma2RMSNorm


class Gemma3TextConfig(Gemma2Config):
    model_type = 'gemma3_text'
    defaults = {**Gemma2Config.defaults, 'vocab_size': 262208, 'max_position_embeddings': 131072,
                'rope_theta': 1000000.0, 'rope_local_base_freq': 10000.0,
                'sliding_window_pattern': 6, 'attn_logit_softcapping': None,
                'final_logit_softcapping': None}

    def __init__(self, **given):
        if given.get('use_bidirectional_attention'):
            raise NotImplementedError('Gemma 3 with use_bidirectional_attention is not there in qkv')
        super().__init__(**given)

    def _layer_type(self, layer):
        self._need_sizes('sliding_window_pattern')
        last = (layer + 1) % self.sliding_window_pattern == 0
        return 'full_attention' if last else 'sliding_attention'

    def rotation(self, layer_type):
        if layer_type == 'sliding_attention' and not self.rope_parameters:
            return {'rope_theta': self.rope_local_base_freq}
        return super().rotation(layer_type)


class Gemma3RMSNorm(Gemma2RMSNorm):
    pass


class Gemma3TextScaledWordEmbedding(torch.nn.Embedding):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, embed_scale=1.0):
        super().__init__(num_embeddings, embedding_dim, padding_idx)
        self.embed_scale = embed_scale

    def forward(self, input_ids):
        embeds = super().forward(input_ids)
        return embeds * torch.tensor(self.embed_scale, dtype=embeds.dtype)


class Gemma3RotaryEmbedding(RotaryEmbedding):
    pass


class Gemma3Attention(Attention):
    def make_projections(self, config):
        super().make_projections(config)
        self.q_norm = Gemma3RMSNorm(self.head_dim, eps=config.rms_norm_eps)
        self.k_norm = Gemma3RMSNorm(self.head_dim, eps=config.rms_norm_eps)

    def queries_keys_values(self, hidden_states):
        query, key, value = super().queries_keys_values(hidden_states)
        return self.q_norm(query), self.k_norm(key), value


class Gemma3MLP(MLP):
    pass


class Gemma3DecoderLayer(SandwichLayer):
    attention_class, mlp_class, norm_class = Gemma3Attention, Gemma3MLP, Gemma3RMSNorm


class Gemma3PreTrainedModel(DecoderPreTrainedModel):
    config_class = Gemma3TextConfig


class Gemma3TextModel(Gemma3PreTrainedModel, DecoderModel):
    layer_class, norm_class = Gemma3DecoderLayer, Gemma3RMSNorm
    rotary_class = Gemma3RotaryEmbedding

    def __init__(self, config):
        super().__init__(config)
        self.embed_tokens = Gemma3TextScaledWordEmbedding(
            config.vocab_size, config.hidden_size, embed_scale=config.hidden_size ** 0.5)


class Gemma3ForCausalLM(Gemma3PreTrainedModel, DecoderForCausalLM):
    model_class = Gemma3TextModel
