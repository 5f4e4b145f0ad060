"""torch.nn.utils: helpers for all parameters of a network at once."""
import torch
from torch.nn.utils.clip_grad import (clip_grad_norm, clip_grad_norm_, clip_grad_value_,
                                      clip_grads_with_norm_, get_total_norm)


def parameters_to_vector(parameters):
    return torch.cat([parameter.reshape(-1) for parameter in parameters])


def vector_to_parameters(vec, parameters):
    if not isinstance(vec, torch.Tensor):
        raise TypeError(f'expected torch.Tensor, but got: {torch.typename(vec)}')
    start = 0
    for parameter in parameters:
        count = parameter.numel()
        parameter.data = vec[start:start + count].view_as(parameter).data
        start += count


def skip_init(module_cls, *args, **kwargs):
    """The module, whose parameters may hold anything: here what they begin with."""
    return module_cls(*args, **kwargs)


def __getattr__(name):
    import importlib
    for file in ('weight_norm', 'spectral_norm'):
        if name in (file, 'remove_' + file):
            return getattr(importlib.import_module('torch.nn.utils._' + file), name)
    if name in ('parametrize', 'parametrizations', 'rnn'):
        return importlib.import_module('torch.nn.utils.' + name)
    raise AttributeError(f"module 'torch.nn.utils' has no attribute '{name}'")
