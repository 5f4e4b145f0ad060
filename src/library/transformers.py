"""transformers: models from a folder on this disk, to be stepped into. No network, no cache."""

from transformers.configuration_utils import PretrainedConfig
from transformers.modeling_utils import PreTrainedModel
from transformers.models.auto import (
    DECODERS as _DECODERS, AutoConfig, AutoModel, AutoModelForCausalLM, AutoModelForMaskedLM,
    AutoTokenizer, of_decoder as _of_decoder)
from transformers.models.bert import (
    BertConfig, BertForMaskedLM, BertModel, BertTokenizer, BertTokenizerFast)
from transformers.models.gpt2 import (
    GPT2Config, GPT2LMHeadModel, GPT2Model, GPT2Tokenizer, GPT2TokenizerFast)
from transformers.tokenization_utils_base import BatchEncoding, PreTrainedTokenizer


def __getattr__(name):
    for kind, (module, beginning) in _DECODERS.items():
        for ending in ('Config', 'PreTrainedModel', 'Model', 'ForCausalLM'):
            if name in (beginning + ending, f'{beginning}Text{ending}'):
                return _of_decoder(kind, ending)
    raise NotImplementedError(
        f'transformers.{name} is not there in qkv; GPT2Model, GPT2LMHeadModel, BertModel, '
        'BertForMaskedLM, LlamaForCausalLM and those of Mistral, Qwen2, Qwen3, Gemma2, Gemma3, Phi3 '
        'and Olmo2, the Auto classes for these and their tokenizers are')
