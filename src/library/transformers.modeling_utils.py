"""Models that are read from a folder: its config.json and the tensors beside it."""

import re
import sys

import _files
import torch
from torch import nn
from torch.nn.modules import linear, sparse
from transformers.utils import files_of, folder_of, refuse

_ALLOWED = {'output_attentions': None, 'output_hidden_states': None, 'return_dict': None,
            'use_cache': None, 'local_files_only': None, 'low_cpu_mem_usage': None,
            'device_map': ('cpu', 'None'),
            'attn_implementation': ('eager', 'sdpa', 'None'), 'use_safetensors': None}
_DTYPES = {'float32': torch.float32, 'float16': torch.float16, 'bfloat16': torch.bfloat16}
_OF_CONFIG = ('output_attentions', 'output_hidden_states', 'return_dict', 'use_cache')


class _WithoutRoom:
    """torch, but for empty(): all cells of what it makes are the same one."""

    def empty(self, size, **kwargs):
        size = size if isinstance(size, tuple) else (size,)
        return _files.view(torch.zeros(1, dtype=torch.float16), '', (0, size, (0,) * len(size)))

    def __getattr__(self, name):
        return getattr(torch, name)


def _without_numbers(make):
    """Makes a module whose numbers are read afterwards: none of them is drawn, nor has room yet."""
    changed = [(nn.init, name) for name in ('normal_', 'uniform_', 'kaiming_uniform_')]
    changed += [(linear.Linear, 'reset_parameters'), (sparse.Embedding, 'reset_parameters'),
                (PreTrainedModel, 'post_init')]
    kept = [getattr(owner, name) for owner, name in changed]
    try:
        for owner, name in changed:
            setattr(owner, name, lambda tensor, *args, **kwargs: tensor)
        linear.torch = sparse.torch = _WithoutRoom()
        return make()
    finally:
        linear.torch = sparse.torch = torch
        for (owner, name), was in zip(changed, kept):
            setattr(owner, name, was)


def _read_file(path):
    if path.endswith('.safetensors'):
        from safetensors.torch import load_file
        return load_file(path)
    return dict(torch.load(path, map_location='cpu', weights_only=True))


def _read(folder):
    tensors = {}
    for file in files_of(folder):
        tensors.update(_read_file(f'{folder}/{file}'))
    return tensors


def _dtype(given, config, tensors):
    """What dtype= asks for; 'auto': as config.json says, or else as the file has it."""
    name = str(given).replace('torch.', '')
    if name == 'auto':
        of_files = [str(tensor.dtype)[6:] for tensor in tensors.values() if tensor.is_floating_point()]
        name = config.__dict__.get('dtype') or config.__dict__.get('torch_dtype') or of_files[0]
    return _DTYPES.get(name, torch.float32)


def _in_dtype(tensor, dtype):
    return tensor if tensor.dtype == dtype else tensor.to(dtype)


class PreTrainedModel(nn.Module):
    config_class = None
    base_model_prefix = ''
    layers_at = ''        # where in the model its layers are
    takes_halves = False  # may its numbers be float16 or bfloat16?
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
        return next(self.parameters()).dtype

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

    def _take(self, tensors, folder, dtype):
        own = dict(self.named_parameters(remove_duplicate=False))
        given = {}
        unused = []
        for key, tensor in tensors.items():
            name = self._own_name(key, own)
            if name in own:
                if tensor.shape != own[name].shape:
                    raise ValueError(f'{key} of {folder} has the shape {tuple(tensor.shape)}, and by '
                                     f'config.json it has {tuple(own[name].shape)}')
                given[name] = _in_dtype(tensor, dtype)
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
        dtypes = [f'{package}{name}' for package in ('torch.', '') for name in _DTYPES]
        dtypes = (*dtypes, 'auto') if cls.takes_halves else ('torch.float32', 'float32')
        allowed = {**_ALLOWED, **dict.fromkeys(('torch_dtype', 'dtype'), (*dtypes, 'None'))}
        refuse(f'{cls.__name__}.from_pretrained', kwargs, allowed)
        folder = folder_of(pretrained_model_name_or_path)
        of_config = {name: value for name, value in kwargs.items() if name in _OF_CONFIG}
        if config is None:
            config = cls.config_class.from_pretrained(folder, **of_config)
        else:
            for name, value in of_config.items():
                setattr(config, name, value)
        model = _without_numbers(lambda: cls(config))
        tensors = _read(folder)
        given = kwargs.get('dtype', kwargs.get('torch_dtype'))
        model._take(tensors, folder, _dtype(given, config, tensors))
        return model.eval()
