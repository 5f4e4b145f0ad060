"""transformers.models.mistral: Mistral, a Llama that may see only the last tokens, a sliding window."""

from transformers.models._parts import (
    Attention, DecoderConfig, DecoderForCausalLM, DecoderLayer, DecoderModel, DecoderPreTrainedModel,
    MLP, RMSNorm, RotaryEmbedding)


class MistralConfig(DecoderConfig):
    model_type = 'mistral'
    defaults = {'intermediate_size': 14336, 'num_key_value_heads': 8, 'sliding_window': 4096,
                'max_position_embeddings': 131072, 'bos_token_id': 1, 'eos_token_id': 2}


class MistralRMSNorm(RMSNorm):
    pass


class MistralRotaryEmbedding(RotaryEmbedding):
    pass


class MistralAttention(Attention):
    pass


class MistralMLP(MLP):
    pass


class MistralDecoderLayer(DecoderLayer):
    attention_class, mlp_class, norm_class = MistralAttention, MistralMLP, MistralRMSNorm


class MistralPreTrainedModel(DecoderPreTrainedModel):
    config_class = MistralConfig


class MistralModel(MistralPreTrainedModel, DecoderModel):
    layer_class, norm_class = MistralDecoderLayer, MistralRMSNorm
    rotary_class = MistralRotaryEmbedding


class MistralForCausalLM(MistralPreTrainedModel, DecoderForCausalLM):
    model_class = MistralModel
