"""transformers.models.gemma2: Gemma 2. Scores and logits are bounded by a tanh, every other layer slides,
and a norm is before and after each part."""

import torch
from transformers.models._parts import (
    Attention, DecoderConfig, DecoderForCausalLM, DecoderModel, DecoderPreTrainedModel, MLP, RMSNorm,
    RotaryEmbedding, SandwichLayer)


class Gemma2Config(DecoderConfig):
    model_type = 'gemma2'
    attribute_map = {'hidden_activation': 'hidden_act'}
    defaults = {'vocab_size': 256000, 'hidden_size': 2304, 'intermediate_size': 9216,
                'num_hidden_layers': 26, 'num_attention_heads': 8, 'num_key_value_heads': 4,
                'head_dim': 256, 'max_position_embeddings': 8192, 'sliding_window': 4096,
                'query_pre_attn_scalar': 256, 'attn_logit_softcapping': 50.0,
                'final_logit_softcapping': 30.0, 'pad_token_id': 0, 'eos_token_id': 1,
                'bos_token_id': 2, 'tie_word_embeddings': True}

    def __init__(self, hidden_act=None, hidden_activation='gelu_pytorch_tanh', **given):
        super().__init__(hidden_act=hidden_activation or 'gelu_pytorch_tanh', **given)

    def _layer_type(self, layer):
        return 'full_attention' if layer % 2 else 'sliding_attention'


class Gemma2RMSNorm(RMSNorm):
    """The file has what is added to 1."""

    def __init__(self, dim, eps=1e-6):
        super().__init__(dim, eps)
        self.weight = torch.nn.Parameter(torch.zeros(dim))

    def forward(self, hidden_states):
        scaled = self.normalized(hidden_states) * (1.0 + self.weight.float())
        return scaled.to(hidden_states.dtype)


class Gemma2RotaryEmbedding(RotaryEmbedding):
    pass


class Gemma2Attention(Attention):
    pass


class Gemma2MLP(MLP):
    pass


class Gemma2DecoderLayer(SandwichLayer):
    attention_class, mlp_class, norm_class = Gemma2Attention, Gemma2MLP, Gemma2RMSNorm


class Gemma2PreTrainedModel(DecoderPreTrainedModel):
    config_class = Gemma2Config


class Gemma2Model(Gemma2PreTrainedModel, DecoderModel):
    layer_class, norm_class = Gemma2DecoderLayer, Gemma2RMSNorm
    rotary_class = Gemma2RotaryEmbedding

    def scaled(self, inputs_embeds):
        """Times the square root of the number of features, which is rounded to their dtype."""
        length = torch.tensor(self.config.hidden_size ** 0.5, dtype=inputs_embeds.dtype)
        return inputs_embeds * length


class Gemma2ForCausalLM(Gemma2PreTrainedModel, DecoderForCausalLM):
    model_class = Gemma2Model
