"""Models that are read from a folder: its config.json and the tensors beside it."""

import re
import sys

import torch
from torch import nn
from transformers.utils import file_of, folder_of, has_file, refuse

_ALLOWED = {'output_attentions': None, 'output_hidden_states': None, 'return_dict': None,
            'use_cache': None, 'local_files_only': None, 'low_cpu_mem_usage': None,
            'torch_dtype': ('torch.float32', 'float32', 'None'),
            'dtype': ('torch.float32', 'float32', 'None'), 'device_map': ('cpu', 'None'),
            'attn_implementation': ('eager', 'sdpa', 'None'), 'use_safetensors': None}
_OF_CONFIG = ('output_attentions', 'output_hidden_states', 'return_dict', 'use_cache')


def _without_numbers(make):
    """Makes a module whose numbers are read afterwards: none of them is drawn."""
    filling = ('normal_', 'uniform_', 'kaiming_uniform_')
    kept = {name: getattr(nn.init, name) for name in filling}
    try:
        for name in filling:
            setattr(nn.init, name, lambda tensor, *args, **kwargs: tensor)
        return make()
    finally:
        for name in filling:
            setattr(nn.init, name, kept[name])


def _read(folder):
    path = f'{folder}/{file_of(folder)}'
    if path.endswith('.safetensors'):
        from safetensors.torch import load_file
        return load_file(path)
    return dict(torch.load(path, map_location='cpu', weights_only=True))


def _as_float(tensor):
    return tensor if tensor.dtype == torch.float32 else tensor.to(torch.float32)


class PreTrainedModel(nn.Module):
    config_class = None
    base_model_prefix = ''
    _keys_to_ignore = ()  # ends of names that some files have and no model needs
    _heads = ()           # and beginnings
    _tied = {}            # names that are another tensor too

    def __init__(self, config):
        super().__init__()
        if not isinstance(config, self.config_class):
            raise ValueError(f'{type(self).__name__} needs a {self.config_class.__name__}, not a '
                             f'{type(config).__name__}')
        self.config = config

    @property
    def device(self):
        return torch.device('cpu')

    @property
    def dtype(self):
        return torch.float32

    def num_parameters(self, only_trainable=False, exclude_embeddings=False):
        refuse('num_parameters', {'exclude_embeddings': exclude_embeddings},
               {'exclude_embeddings': ('False',)})
        return sum(parameter.numel() for parameter in self.parameters()
                   if parameter.requires_grad or not only_trainable)

    def post_init(self):
        self.apply(self._init_weights)

    @classmethod
    def _own_name(cls, key, own):
        """What the model itself calls the tensor `key` of a file."""
        key = key.replace('LayerNorm.gamma', 'LayerNorm.weight')
        key = key.replace('LayerNorm.beta', 'LayerNorm.bias')
        prefix = f'{cls.base_model_prefix}.'
        if key in own:
            return key
        return key[len(prefix):] if key.startswith(prefix) else prefix + key

    def _take(self, tensors, folder):
        own = dict(self.named_parameters(remove_duplicate=False))
        given = {}
        unused = []
        for key, tensor in tensors.items():
            name = self._own_name(key, own)
            if name in own:
                if tensor.shape != own[name].shape:
                    raise ValueError(f'{key} of {folder} has the shape {tuple(tensor.shape)}, and by '
                                     f'config.json it has {tuple(own[name].shape)}')
                given[name] = _as_float(tensor)
            elif re.sub(r'\.\d+\.', '.0.', name) in own:
                raise ValueError(f'{folder} has {key}, and by config.json there is no such layer')
            elif not name.endswith(self._keys_to_ignore) and not key.startswith(self._heads):
                unused.append(key)
        if self.config.tie_word_embeddings:
            for name, other in self._tied.items():
                if name in own and other in given:
                    given.setdefault(name, given[other])
        missing = [name for name in own if name not in given]
        if missing:
            raise ValueError(f'{folder} lacks {len(missing)} tensors that {type(self).__name__} '
                             f"needs: {', '.join(missing[:3])}{' …' if len(missing) > 3 else ''}")
        if unused:
            print(f"{type(self).__name__} leaves {len(unused)} tensors of {folder} unused: "
                  f"{', '.join(unused[:3])}{' …' if len(unused) > 3 else ''}", file=sys.stderr)
        self.load_state_dict(given, assign=True)
        self.tie_weights()

    def tie_weights(self):
        """Makes one parameter of those that are the same."""

    @classmethod
    def from_pretrained(cls, pretrained_model_name_or_path, config=None, **kwargs):
        refuse(f'{cls.__name__}.from_pretrained', kwargs, _ALLOWED)
        folder = folder_of(pretrained_model_name_or_path)
        of_config = {name: value for name, value in kwargs.items() if name in _OF_CONFIG}
        if config is None:
            config = cls.config_class.from_pretrained(folder, **of_config)
        else:
            for name, value in of_config.items():
                setattr(config, name, value)
        model = _without_numbers(lambda: cls(config))
        model._take(_read(folder), folder)
        if has_file(folder, 'generation_config.json'):
            from transformers.generation import GenerationConfig
            model.generation_config = GenerationConfig.from_pretrained(folder)
        return model.eval()
