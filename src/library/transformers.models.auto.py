"""transformers.models.auto: the class that fits what a folder's config.json says."""

from transformers.models.bert import (
    BertConfig, BertForMaskedLM, BertModel, BertTokenizerFast)
from transformers.models.clip import (
    CLIPConfig, CLIPImageProcessor, CLIPModel, CLIPProcessor, CLIPTokenizerFast)
from transformers.models.distilbert import (
    DistilBertConfig, DistilBertForMaskedLM, DistilBertForSequenceClassification, DistilBertModel,
    DistilBertTokenizerFast)
from transformers.models.gpt2 import (
    GPT2Config, GPT2LMHeadModel, GPT2Model, GPT2TokenizerFast)
from transformers.models.roberta import (
    RobertaConfig, RobertaForMaskedLM, RobertaForSequenceClassification, RobertaModel,
    RobertaTokenizerFast)
from transformers.models.vit import (
    ViTConfig, ViTForImageClassification, ViTImageProcessor, ViTModel)
from transformers.utils import folder_of, has_file, read_json


def _kind(name):
    folder = folder_of(name)
    kind = read_json(folder, 'config.json').get('model_type')
    if kind is None and has_file(folder, 'vocab.txt'):
        return 'bert'
    if kind is None and has_file(folder, 'merges.txt'):
        return 'gpt2'
    if kind is None and not has_file(folder, 'config.json'):
        raise OSError(f'{folder} has no config.json: it is not the folder of a model')
    if kind is None:
        raise ValueError(f'{folder}/config.json does not say its model_type')
    return kind


def _chosen(auto, classes, kind):
    if kind not in AutoConfig.classes:
        *others, last = AutoConfig.classes
        raise NotImplementedError(f"a model of the type '{kind}' is not there in qkv; "
                                  f"{', '.join(others)} and {last} are")
    if kind not in classes:
        raise ValueError(f"{auto.__name__} has no model of the type '{kind}'; it has "
                         f"{', '.join(made.__name__ for made in classes.values())}")
    return classes[kind]


class _Auto:
    classes = {}

    def __init__(self, *args, **kwargs):
        raise OSError(f'{type(self).__name__} is designed to be instantiated using the '
                      f'`{type(self).__name__}.from_pretrained(pretrained_model_name_or_path)` '
                      'method.')

    @classmethod
    def from_pretrained(cls, pretrained_model_name_or_path, **kwargs):
        kind = _kind(pretrained_model_name_or_path)
        return _chosen(cls, cls.classes, kind).from_pretrained(pretrained_model_name_or_path,
                                                               **kwargs)

    @classmethod
    def from_config(cls, config):
        return _chosen(cls, cls.classes, config.model_type)(config)


class AutoConfig(_Auto):
    classes = {'gpt2': GPT2Config, 'bert': BertConfig, 'roberta': RobertaConfig,
               'distilbert': DistilBertConfig, 'vit': ViTConfig, 'clip': CLIPConfig}


class AutoModel(_Auto):
    classes = {'gpt2': GPT2Model, 'bert': BertModel, 'roberta': RobertaModel,
               'distilbert': DistilBertModel, 'vit': ViTModel, 'clip': CLIPModel}


class AutoModelForCausalLM(_Auto):
    classes = {'gpt2': GPT2LMHeadModel}


class AutoModelForMaskedLM(_Auto):
    classes = {'bert': BertForMaskedLM, 'roberta': RobertaForMaskedLM,
               'distilbert': DistilBertForMaskedLM}


class AutoModelForSequenceClassification(_Auto):
    classes = {'roberta': RobertaForSequenceClassification,
               'distilbert': DistilBertForSequenceClassification}


class AutoModelForImageClassification(_Auto):
    classes = {'vit': ViTForImageClassification}


class AutoModelForZeroShotImageClassification(_Auto):
    classes = {'clip': CLIPModel}


class AutoTokenizer(_Auto):
    classes = {'gpt2': GPT2TokenizerFast, 'bert': BertTokenizerFast, 'roberta': RobertaTokenizerFast,
               'distilbert': DistilBertTokenizerFast, 'clip': CLIPTokenizerFast}


class AutoImageProcessor(_Auto):
    classes = {'vit': ViTImageProcessor, 'clip': CLIPImageProcessor}


class AutoProcessor(_Auto):
    classes = {'vit': ViTImageProcessor, 'clip': CLIPProcessor}
