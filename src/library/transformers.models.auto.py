"""transformers.models.auto: the class that fits what a folder's config.json says."""

from transformers.models.auto.tokenization_auto import AutoTokenizer
from transformers.models.bert import BertConfig, BertForMaskedLM, BertModel
from transformers.models.gpt2 import GPT2Config, GPT2LMHeadModel, GPT2Model
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
    if kind not in ('gpt2', 'bert'):
        raise NotImplementedError(f"a model of the type '{kind}' is not there in qkv; "
                                  'gpt2 and bert are')
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
    classes = {'gpt2': GPT2Config, 'bert': BertConfig}


class AutoModel(_Auto):
    classes = {'gpt2': GPT2Model, 'bert': BertModel}


class AutoModelForCausalLM(_Auto):
    classes = {'gpt2': GPT2LMHeadModel}


class AutoModelForMaskedLM(_Auto):
    classes = {'bert': BertForMaskedLM}
