"""transformers.models.llama: Llama 2 and 3, and what has their form, as SmolLM2 and TinyLlama."""

from transformers.models._parts import (
    Attention, DecoderConfig, DecoderForCausalLM, DecoderLayer, DecoderModel, DecoderPreTrainedModel,
    MLP, RMSNorm, RotaryEmbedding, apply_rotary_pos_emb, repeat_kv, rotate_half)


class LlamaConfig(DecoderConfig):
    model_type = 'llama'
    defaults = {'bos_token_id': 1, 'eos_token_id': 2}


class LlamaRMSNorm(RMSNorm):
    pass


class LlamaRotaryEmbedding(RotaryEmbedding):
    pass


class LlamaAttention(Attention):
    pass


class LlamaMLP(MLP):
    pass


class LlamaDecoderLayer(DecoderLayer):
    attention_class, mlp_class, norm_class = LlamaAttention, LlamaMLP, LlamaRMSNorm


class LlamaPreTrainedModel(DecoderPreTrainedModel):
    config_class = LlamaConfig


class LlamaModel(LlamaPreTrainedModel, DecoderModel):
    layer_class, norm_class = LlamaDecoderLayer, LlamaRMSNorm
    rotary_class = LlamaRotaryEmbedding


class LlamaForCausalLM(LlamaPreTrainedModel, DecoderForCausalLM):
    model_class = LlamaModel
