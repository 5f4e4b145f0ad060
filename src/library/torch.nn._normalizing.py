"""Functions that bring values to mean 0 and variance 1, and other functions of torch.nn."""
import math

import torch
from torch._layout import like_images
from torch._halves import is_half, refuse_halves, wide
from torch._one_node import named


def _of_channels(vector, input):
    return vector.view((1, -1) + (1,) * (input.dim() - 2))


def _kind(tensor):
    return 'Bool' if tensor.dtype == torch.bool else tensor.type()[6:-6]


def _check_mixed(input, *parameters):
    """As PyTorch's mixed_data_type.h: parameters of another dtype are for half precision alone."""
    given = [parameter for parameter in parameters if parameter is not None]
    if not given or given[0].dtype == input.dtype:
        return
    for parameter in given:
        refuse_halves("mixed dtypes", input)
        if parameter.dtype != torch.float32:
            raise RuntimeError("mixed dtype (CPU): expect parameter to have scalar type of Float")
    raise RuntimeError("mixed dtype (CPU): all inputs must share same datatype.")


def _check_batch(input, training, **parameters):
    for name, parameter in parameters.items():
        if parameter is not None and parameter.numel() != input.size(1):
            raise RuntimeError(f"{name} should contain {input.size(1)} elements not "
                               f"{parameter.numel()}")
        if parameter is None and not training and name.startswith('running'):
            raise RuntimeError(f"{name} must be defined in evaluation mode")
    if not input.is_floating_point():
        raise RuntimeError(f'"batch_norm" not implemented for \'{_kind(input)}\'')


def _verify_batch_size(sizes):
    if sizes[0] * math.prod(sizes[2:]) == 1:
        raise ValueError("Expected more than 1 value per channel when training, got input size "
                         f"{sizes}")


@named('NativeBatchNormBackward0')
def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False,
               momentum=0.1, eps=1e-5):
    """Each channel, over the batch and all places."""
    if training:
        _verify_batch_size(input.size())
    _check_batch(input, training, running_mean=running_mean, running_var=running_var, weight=weight,
                 bias=bias)
    _check_mixed(input, weight, bias, running_mean, running_var)
    if training:
        refuse_halves('batch_norm while training', input)
    if is_half(input):
        return wide(batch_norm, input, running_mean, running_var, weight, bias, training, momentum,
                    eps)
    if training:
        dims = [d for d in range(input.dim()) if d != 1]
        count = input.numel() // input.size(1)
        mean, variance = input.mean(dims), input.var(dims, unbiased=False)
        if running_mean is not None:
            running_mean.mul_(1 - momentum).add_(mean.detach() * momentum)
            unbiased = variance.detach() * (count / (count - 1))
            running_var.mul_(1 - momentum).add_(unbiased * momentum)
    else:
        mean, variance = running_mean, running_var
    scale = 1 / torch.sqrt(variance + eps)
    scale = scale if weight is None else scale * weight
    shift = -mean * scale if bias is None else bias - mean * scale
    found = input.contiguous() * _of_channels(scale, input) + _of_channels(shift, input)
    return like_images(found, input) if input.dim() == 4 else found


def _input_and_weight(result, input, num_groups, weight=None, *args, **kwargs):
    return input, weight


def _check_channels(name, vector, input):
    if vector is not None and tuple(vector.shape) != (input.size(1),):
        raise RuntimeError(f"Expected {name} to be a vector of size equal to the number of channels in "
                           f"input, but got {name} of shape {list(vector.shape)} and input of shape "
                           f"{list(input.shape)}")


def _in_groups(input, num_groups, weight, bias, eps):
    if is_half(input):
        return wide(_in_groups, input, num_groups, weight, bias, eps)
    groups = input.reshape(input.size(0), num_groups, -1)
    mean, variance = groups.mean(-1, keepdim=True), groups.var(-1, unbiased=False, keepdim=True)
    scale = (1 / torch.sqrt(variance + eps)).expand(-1, -1, input.size(1) // num_groups)
    scale = scale if weight is None else scale * weight.view(1, num_groups, -1)
    shift = -mean * scale if bias is None else bias.view(1, num_groups, -1) - mean * scale
    places = (input.size(0), input.size(1)) + (1,) * (input.dim() - 2)
    return input.contiguous() * scale.reshape(places) + shift.reshape(places)


@named('NativeGroupNormBackward0', _input_and_weight)
def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """The channels of each group together, for each thing of the batch alone."""
    if input.dim() < 2:
        raise RuntimeError("Expected at least 2 dimensions for input tensor but received "
                           f"{input.dim()}")
    _verify_batch_size([input.size(0) * input.size(1) // num_groups, num_groups, *input.size()[2:]])
    if input.size(1) % num_groups:
        raise RuntimeError("Expected number of channels in input to be divisible by num_groups, but "
                           f"got input of shape {list(input.shape)} and num_groups={num_groups}")
    _check_channels('weight', weight, input)
    _check_channels('bias', bias, input)
    _check_mixed(input, weight, bias)
    if not input.is_floating_point():
        raise RuntimeError(f'"GroupNormKernelImpl" not implemented for \'{_kind(input)}\'')
    found = _in_groups(input, num_groups, weight, bias, eps)
    return like_images(found, input) if input.dim() == 4 else found


@named('ViewBackward0')
def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None,
                  use_input_stats=True, momentum=0.1, eps=1e-5):
    """Each channel of each thing of the batch alone."""
    if math.prod(input.shape[2:]) == 1:
        raise ValueError("Expected more than 1 spatial element when training, got input size "
                         f"{input.size()}")
    _check_batch(input, True, weight=weight, bias=bias)
    refuse_halves('instance_norm', input)
    return _in_groups(input, input.size(1), weight, bias, eps)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """softmax of logits to which noise is added, so that it samples: E. Jang et al., 2016."""
    gumbels = -torch.empty_like(logits).exponential_().log()
    soft = ((logits + gumbels) / tau).softmax(dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    ones = torch.zeros_like(logits).scatter_(dim, index, 1.0)
    return ones - soft.detach() + soft


def _dropped(input, p, training, shape):
    if not training or p == 0:
        return input
    return input * (torch.empty(shape, dtype=input.dtype).bernoulli_(1 - p) / (1 - p))


def dropout1d(input, p=0.5, training=True, inplace=False):
    """Whole channels by chance 0."""
    return _dropped(input, p, training, input.shape[:-1] + (1,))


def dropout2d(input, p=0.5, training=True, inplace=False):
    return _dropped(input, p, training, input.shape[:-2] + (1, 1))
