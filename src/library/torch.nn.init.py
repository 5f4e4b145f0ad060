"""torch.nn.init: what the weights of a network are before it has learnt anything.

The formulas are those of X. Glorot and Y. Bengio (2010, xavier) and of K. He et al. (2015,
kaiming): the variance of what a layer gives shall be that of what it takes.
"""
import math

import torch


def _calculate_fan_in_and_fan_out(tensor):
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 "
                         "dimensions")
    receptive_field = 1
    for size in tensor.shape[2:]:
        receptive_field *= size
    return tensor.size(1) * receptive_field, tensor.size(0) * receptive_field


def _calculate_correct_fan(tensor, mode):
    modes = ['fan_in', 'fan_out']
    if mode.lower() not in modes:
        raise ValueError(f"Mode {mode.lower()} not supported, please use one of {modes}")
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return fan_in if mode.lower() == 'fan_in' else fan_out


_GAINS = {'linear': 1, 'conv1d': 1, 'conv2d': 1, 'conv3d': 1, 'conv_transpose1d': 1,
          'conv_transpose2d': 1, 'conv_transpose3d': 1, 'sigmoid': 1, 'tanh': 5.0 / 3,
          'relu': math.sqrt(2.0), 'selu': 3.0 / 4}


def calculate_gain(nonlinearity, param=None):
    if nonlinearity != 'leaky_relu':
        if nonlinearity not in _GAINS:
            raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
        return _GAINS[nonlinearity]
    if param is None:
        param = 0.01
    if isinstance(param, bool) or not isinstance(param, (int, float)):
        raise ValueError(f"negative_slope {param} not a valid number")
    return math.sqrt(2.0 / (1 + param ** 2))


def _fill_bias(bias, weight):
    """Within 1 / √n, where n inputs make one output."""
    inputs, _ = _calculate_fan_in_and_fan_out(weight)
    limit = 1 / math.sqrt(inputs) if inputs > 0 else 0
    uniform_(bias, -limit, limit)


def uniform_(tensor, a=0.0, b=1.0, generator=None):
    with torch.no_grad():
        return tensor.uniform_(a, b, generator=generator)


def normal_(tensor, mean=0.0, std=1.0, generator=None):
    with torch.no_grad():
        return tensor.normal_(mean, std, generator=generator)


def _erfinv(y):
    """The inverse of erf: a rational approximation, then two steps of Newton's method."""
    y = y.double()
    z = y * y
    above = ((-0.140543331 * z + 0.914624893) * z - 1.645349621) * z + 0.886226899
    below = (((0.012229801 * z - 0.329097515) * z + 1.442710462) * z - 2.118377725) * z + 1
    middle = y * above / below
    z = torch.sqrt(-torch.log((1 - y.abs()) / 2))
    above = ((1.641345311 * z + 3.429567803) * z - 1.624906493) * z - 1.970840454
    tail = above / ((1.637067800 * z + 3.543889200) * z + 1)
    x = torch.where(y.abs() <= 0.7, middle, torch.where(y < 0, -tail, tail))
    for _ in range(2):
        x = x - (torch.erf(x) - y) / (2 / math.sqrt(math.pi) * torch.exp(-x * x))
    return x


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    low = (1.0 + math.erf((a - mean) / std / math.sqrt(2.0))) / 2.0
    high = (1.0 + math.erf((b - mean) / std / math.sqrt(2.0))) / 2.0
    with torch.no_grad():
        tensor.uniform_(2 * low - 1, 2 * high - 1, generator=generator)
        drawn = _erfinv(tensor).to(tensor.dtype) * (std * math.sqrt(2.0)) + mean
        return tensor.copy_(drawn.clamp(min=a, max=b))


def constant_(tensor, val):
    with torch.no_grad():
        return tensor.fill_(val)


def ones_(tensor):
    with torch.no_grad():
        return tensor.fill_(1.0)


def zeros_(tensor):
    with torch.no_grad():
        return tensor.zero_()


def eye_(tensor):
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    with torch.no_grad():
        tensor.copy_(torch.eye(tensor.shape[0], tensor.shape[1]))
    return tensor


def xavier_uniform_(tensor, gain=1.0, generator=None):
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    bound = math.sqrt(3.0) * (gain * math.sqrt(2.0 / float(fan_in + fan_out)))
    with torch.no_grad():
        return tensor.uniform_(-bound, bound, generator=generator)


def xavier_normal_(tensor, gain=1.0, generator=None):
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    with torch.no_grad():
        return tensor.normal_(0.0, gain * math.sqrt(2.0 / float(fan_in + fan_out)), generator=generator)


def kaiming_uniform_(tensor, a=0, mode='fan_in', nonlinearity='leaky_relu', generator=None):
    if 0 in tensor.shape:
        return tensor
    fan = _calculate_correct_fan(tensor, mode)
    bound = math.sqrt(3.0) * (calculate_gain(nonlinearity, a) / math.sqrt(fan))
    with torch.no_grad():
        return tensor.uniform_(-bound, bound, generator=generator)


def kaiming_normal_(tensor, a=0, mode='fan_in', nonlinearity='leaky_relu', generator=None):
    if 0 in tensor.shape:
        return tensor
    fan = _calculate_correct_fan(tensor, mode)
    with torch.no_grad():
        return tensor.normal_(0, calculate_gain(nonlinearity, a) / math.sqrt(fan), generator=generator)


def orthogonal_(tensor, gain=1, generator=None):
    if tensor.dim() < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    rows = tensor.size(0)
    flattened = torch.empty(rows, tensor.numel() // rows, dtype=tensor.dtype).normal_(0, 1, generator=generator)
    wide = rows < flattened.size(1)
    q, r = torch.linalg.qr(flattened.t() if wide else flattened)
    q = q * r.diagonal().sign()
    with torch.no_grad():
        tensor.copy_((q.t() if wide else q).reshape(tensor.shape)).mul_(gain)
    return tensor


def sparse_(tensor, sparsity, std=0.01):
    raise NotImplementedError("nn.init.sparse_ is not there in qkv; nn.init.normal_ is")


def _formerly(function):
    """The function under the name that it had when it did not say that it writes."""
    old, new = function.__name__[:-1], function.__name__

    def deprecated_init(*args, **kwargs):
        import warnings
        warnings.warn(f"`nn.init.{old}` is now deprecated in favor of `nn.init.{new}`.", FutureWarning)
        return function(*args, **kwargs)

    deprecated_init.__name__ = old
    return deprecated_init


uniform, normal, constant, eye = map(_formerly, (uniform_, normal_, constant_, eye_))
xavier_uniform, xavier_normal = map(_formerly, (xavier_uniform_, xavier_normal_))
kaiming_uniform, kaiming_normal = map(_formerly, (kaiming_uniform_, kaiming_normal_))
orthogonal, sparse = map(_formerly, (orthogonal_, sparse_))
