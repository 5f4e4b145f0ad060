"""transformers: models from a folder on this disk, to be stepped into. No network, no cache."""

from transformers.configuration_utils import PretrainedConfig
from transformers.modeling_utils import PreTrainedModel
from transformers.models.auto import (
    AutoConfig, AutoImageProcessor, AutoModel, AutoModelForCausalLM, AutoModelForImageClassification,
    AutoModelForMaskedLM, AutoModelForSequenceClassification, AutoModelForZeroShotImageClassification,
    AutoProcessor, AutoTokenizer)
from transformers.models.bert import (
    BertConfig, BertForMaskedLM, BertModel, BertTokenizer, BertTokenizerFast)
from transformers.models.clip import (
    CLIPConfig, CLIPFeatureExtractor, CLIPImageProcessor, CLIPImageProcessorFast, CLIPModel, CLIPProcessor,
    CLIPTextConfig, CLIPTextModel, CLIPTokenizer, CLIPTokenizerFast, CLIPVisionConfig, CLIPVisionModel)
from transformers.models.distilbert import (
    DistilBertConfig, DistilBertForMaskedLM, DistilBertForSequenceClassification, DistilBertModel,
    DistilBertTokenizer, DistilBertTokenizerFast)
from transformers.models.gpt2 import (
    GPT2Config, GPT2LMHeadModel, GPT2Model, GPT2Tokenizer, GPT2TokenizerFast)
from transformers.models.roberta import (
    RobertaConfig, RobertaForMaskedLM, RobertaForSequenceClassification, RobertaModel,
    RobertaTokenizer, RobertaTokenizerFast)
from transformers.models.vit import (
    ViTConfig, ViTFeatureExtractor, ViTForImageClassification, ViTImageProcessor, ViTImageProcessorFast,
    ViTModel)
from transformers.tokenization_utils_base import BatchEncoding, PreTrainedTokenizer


def __getattr__(name):
    raise NotImplementedError(
        f'transformers.{name} is not there in qkv; GPT2Model, GPT2LMHeadModel, BertModel, '
        'BertForMaskedLM, the Auto classes for these and their tokenizers are')
