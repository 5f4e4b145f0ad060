"""transformers.models.auto: the class that fits what a folder's config.json says."""

import importlib

from transformers.models.bert import (
    BertConfig, BertForMaskedLM, BertModel, BertTokenizerFast)
from transformers.models.gpt2 import (
    GPT2Config, GPT2LMHeadModel, GPT2Model, GPT2TokenizerFast)
from transformers.utils import folder_of, has_file, read_json

# The models in the form of Llama: their type, their module, how their classes begin.
DECODERS = {'llama': ('llama', 'Llama'), 'mistral': ('mistral', 'Mistral'),
            'qwen2': ('qwen2', 'Qwen2'), 'qwen3': ('qwen3', 'Qwen3'), 'gemma2': ('gemma2', 'Gemma2'),
            'gemma3_text': ('gemma3', 'Gemma3'), 'phi3': ('phi3', 'Phi3'), 'olmo2': ('olmo2', 'Olmo2')}


def of_decoder(kind, ending):
    """Its class whose name ends so; the module is read when one is asked for."""
    module, beginning = DECODERS[kind]
    if kind == 'gemma3_text' and ending in ('Config', 'Model'):
        beginning = 'Gemma3Text'
    return getattr(importlib.import_module(f'transformers.models.{module}'), beginning + ending)


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


def class_for(auto, kind):
    """Of that Auto class, for models of that type."""
    known = ('gpt2', 'bert', *DECODERS)
    if kind not in known:
        raise NotImplementedError(f"a model of the type '{kind}' is not there in qkv; "
                                  f"{', '.join(known[:-1])} and {known[-1]} are")
    if kind in DECODERS and auto.decoder:
        return of_decoder(kind, auto.decoder)
    if kind not in auto.classes:
        raise ValueError(f"{auto.__name__} has no model of the type '{kind}'; it has "
                         f"{', '.join(made.__name__ for made in auto.classes.values())}")
    return auto.classes[kind]


class _Auto:
    classes = {}
    decoder = ''  # how that class of a decoder's ends

    def __init__(self, *args, **kwargs):
        raise OSError(f'{type(self).__name__} is designed to be instantiated using the '
                      f'`{type(self).__name__}.from_pretrained(pretrained_model_name_or_path)` '
                      'method.')

    @classmethod
    def from_pretrained(cls, pretrained_model_name_or_path, **kwargs):
        kind = _kind(pretrained_model_name_or_path)
        return class_for(cls, kind).from_pretrained(pretrained_model_name_or_path, **kwargs)

    @classmethod
    def from_config(cls, config):
        return class_for(cls, config.model_type)(config)


class AutoConfig(_Auto):
    classes = {'gpt2': GPT2Config, 'bert': BertConfig}
    decoder = 'Config'


class AutoModel(_Auto):
    classes = {'gpt2': GPT2Model, 'bert': BertModel}
    decoder = 'Model'


class AutoModelForCausalLM(_Auto):
    classes = {'gpt2': GPT2LMHeadModel}
    decoder = 'ForCausalLM'


class AutoModelForMaskedLM(_Auto):
    classes = {'bert': BertForMaskedLM}


class AutoTokenizer(_Auto):
    classes = {'gpt2': GPT2TokenizerFast, 'bert': BertTokenizerFast,
               **dict.fromkeys(DECODERS, GPT2TokenizerFast)}
