"""AutoTokenizer: the tokenizer that a folder's files name."""

from transformers.models._tokenizers import CLASSES as _CLASSES
from transformers.models.bert import BertTokenizer, BertTokenizerFast
from transformers.models.gpt2 import GPT2Tokenizer, GPT2TokenizerFast
from transformers.tokenization_utils_fast import PreTrainedTokenizerFast
from transformers.utils import folder_of, has_file, read_json

_CLASSES = {**_CLASSES, **{made.__name__: made for made in (
    BertTokenizer, BertTokenizerFast, GPT2Tokenizer, GPT2TokenizerFast)}}
# By the type of the model, where no file names the tokenizer.
_BY_TYPE = {'gpt2': 'GPT2', 'bert': 'Bert', 'roberta': 'Roberta', 'distilbert': 'DistilBert',
            'clip': 'CLIP', 't5': 'T5', 'xlm-roberta': 'XLMRoberta', 'llama': 'Llama',
            'mistral': 'Llama', 'gemma': 'Gemma', 'gemma2': 'Gemma', 'gemma3': 'Gemma',
            'gemma3_text': 'Gemma', 'qwen2': 'Qwen2', 'qwen3': 'Qwen2', 'phi3': 'Llama',
            'olmo2': 'GPT2'}


def _named(folder):
    """The name of its class without Fast at the end, or None."""
    name = read_json(folder, 'tokenizer_config.json').get('tokenizer_class')
    if isinstance(name, str):
        return name[:-4] if name.endswith('Fast') else name
    kind = read_json(folder, 'config.json').get('model_type')
    if kind is None and has_file(folder, 'vocab.txt'):
        kind = 'bert'
    if kind is None and has_file(folder, 'merges.txt'):
        kind = 'gpt2'
    return _BY_TYPE[kind] + 'Tokenizer' if kind in _BY_TYPE else None


class AutoTokenizer:
    def __init__(self, *args, **kwargs):
        raise OSError('AutoTokenizer is designed to be instantiated using the '
                      '`AutoTokenizer.from_pretrained(pretrained_model_name_or_path)` method.')

    @classmethod
    def from_pretrained(cls, pretrained_model_name_or_path, use_fast=True, **kwargs):
        folder = folder_of(pretrained_model_name_or_path)
        name = _named(folder)
        chosen = _CLASSES.get(f'{name}Fast' if use_fast else name)
        if chosen is None and has_file(folder, 'tokenizer.json'):
            chosen = PreTrainedTokenizerFast
        if chosen is None and name is None:
            raise OSError(f'{folder} has no tokenizer.json, and nothing in it says which tokenizer '
                          'it has: it is not the folder of a model')
        if chosen is None:
            raise NotImplementedError(f'a {name} without tokenizer.json is not there in qkv')
        return chosen.from_pretrained(folder, **kwargs)
