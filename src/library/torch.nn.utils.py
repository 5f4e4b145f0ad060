"""torch.nn.utils: helpers for all parameters of a network at once."""
import torch


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


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    raise NotImplementedError("qkv computes no gradients yet: clip_grad_norm_")


def clip_grad_value_(parameters, clip_value):
    raise NotImplementedError("qkv computes no gradients yet: clip_grad_value_")
