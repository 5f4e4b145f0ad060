"""transformers: GPT-2 and BERT from a folder on this disk, to be stepped into. No network, no cache."""

from transformers.configuration_utils import PretrainedConfig
from transformers.generation import (
    GenerationConfig, LogitsProcessor, LogitsProcessorList, MinPLogitsWarper,
    RepetitionPenaltyLogitsProcessor, TemperatureLogitsWarper, TextStreamer, TopKLogitsWarper,
    TopPLogitsWarper)
from transformers.modeling_utils import PreTrainedModel
from transformers.models.auto import (
    AutoConfig, AutoModel, AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer)
from transformers.models.bert import (
    BertConfig, BertForMaskedLM, BertModel, BertTokenizer, BertTokenizerFast)
from transformers.models.gpt2 import (
    GPT2Config, GPT2LMHeadModel, GPT2Model, GPT2Tokenizer, GPT2TokenizerFast)
from transformers.tokenization_utils_base import BatchEncoding, PreTrainedTokenizer


def set_seed(seed):
    import random
    import torch
    random.seed(seed)
    torch.manual_seed(seed)


def __getattr__(name):
    raise NotImplementedError(
        f'transformers.{name} is not there in qkv; GPT2Model, GPT2LMHeadModel, BertModel, '
        'BertForMaskedLM, the Auto classes for these and their tokenizers are')
