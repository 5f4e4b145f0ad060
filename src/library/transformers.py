"""transformers: models from a folder on this disk, to be stepped into. No network, no cache."""

from transformers.configuration_utils import PretrainedConfig
from transformers.generation import (
    GenerationConfig, LogitsProcessor, LogitsProcessorList, MinPLogitsWarper,
    RepetitionPenaltyLogitsProcessor, TemperatureLogitsWarper, TextStreamer, TopKLogitsWarper,
    TopPLogitsWarper)
from transformers.modeling_utils import PreTrainedModel
from transformers.models.auto import (
    DECODERS as _DECODERS, ENCODERS as _ENCODERS, AutoConfig, AutoImageProcessor, AutoModel,
    AutoModelForCausalLM, AutoModelForImageClassification, AutoModelForMaskedLM,
    AutoModelForSequenceClassification, AutoModelForZeroShotImageClassification, AutoProcessor,
    AutoTokenizer, of_decoder as _of_decoder, of_encoder as _of_encoder)
from transformers.models.bert import (
    BertConfig, BertForMaskedLM, BertModel, BertTokenizer, BertTokenizerFast)
from transformers.models.gpt2 import (
    GPT2Config, GPT2LMHeadModel, GPT2Model, GPT2Tokenizer, GPT2TokenizerFast)
from transformers.models._tokenizers import (
    CLIPTokenizer, CLIPTokenizerFast, DistilBertTokenizer, DistilBertTokenizerFast, GemmaTokenizer,
    GemmaTokenizerFast, LlamaTokenizer, LlamaTokenizerFast, Qwen2Tokenizer, Qwen2TokenizerFast,
    RobertaTokenizer, RobertaTokenizerFast, T5Tokenizer, T5TokenizerFast, XLMRobertaTokenizer,
    XLMRobertaTokenizerFast)
from transformers.tokenization_utils_base import AddedToken, BatchEncoding, PreTrainedTokenizerBase
from transformers.tokenization_utils_fast import PreTrainedTokenizer, PreTrainedTokenizerFast


def set_seed(seed):
    import random
    import torch
    random.seed(seed)
    torch.manual_seed(seed)


def __getattr__(name):
    for kind, (module, beginning) in _DECODERS.items():
        for ending in ('Config', 'PreTrainedModel', 'Model', 'ForCausalLM'):
            if name in (beginning + ending, f'{beginning}Text{ending}'):
                return _of_decoder(kind, ending)
    for kind, beginning in _ENCODERS.items():
        if name.startswith(beginning):
            return _of_encoder(kind, name)
    raise NotImplementedError(
        f'transformers.{name} is not there in qkv; GPT2Model, GPT2LMHeadModel, BertModel, '
        'BertForMaskedLM, those of Roberta, DistilBert, ViT and CLIP, LlamaForCausalLM and those of '
        'Mistral, Qwen2, Qwen3, Gemma2, Gemma3, Phi3 and Olmo2, the Auto classes for these and their tokenizers are')
