"""Functions that bring values to mean 0 and variance 1, and other functions of torch.nn."""
import math

import torch
from torch._layout import like_images
from torch._halves import is_half, wide
from torch._one_node import named, ruled


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
        if parameter.dtype != torch.float32:
            raise RuntimeError("mixed dtype (CPU): expect parameter to have scalar type of Float")
    if not is_half(input):
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


def _lying(found, input):
    """As PyTorch lays results: without gaps, the channels closest where they are in the input."""
    return like_images(found.contiguous(), input) if input.dim() == 4 else found.contiguous()


def _channels(tensor):
    """The cells of each channel, one after the other."""
    return tensor.movedim(1, 0).flatten(1)


def _planes(tensor):
    return tensor.reshape(tensor.size(0), tensor.size(1), math.prod(tensor.shape[2:]))


def _count(tensor):
    """The cells of a channel."""
    return tensor.size(0) * math.prod(tensor.shape[2:])


def _has_channels_last(tensor):
    return tensor.dim() > 3 and tensor.movedim(1, -1).is_contiguous()


def _way(input, *others):
    """How PyTorch adds: 'planes', one channel of one thing after the other; 'rows', all channels of one
    place after those of the other; else in the order in which the cells lie."""
    if all(tensor.is_contiguous() for tensor in (input, *others)):
        return 'planes' if math.prod(input.shape[2:]) > 1 else 'rows'
    return 'rows' if all(_has_channels_last(tensor) for tensor in (input, *others)) else 'cells'


def _in_order(channels, others):
    return torch._VF._sum_of_products(channels, others, 'down')


def _moments(input):
    """The mean of each channel, and the sum of the squared distances from it: of float32 most sums
    are added in float64."""
    channels, way = _channels(input), _way(input)
    count, dtype = channels.size(1), input.dtype
    if way == 'cells':
        mean = input.mean([d for d in range(input.dim()) if d != 1])
        off = channels.double() - mean.double().unsqueeze(1)
        return mean, (off * off).sum(1)
    if way == 'planes':
        mean = (channels.double().sum(1) / count).to(dtype)
        off = channels - mean.unsqueeze(1)
        return mean, (off * off).double().sum(1).to(dtype)
    mean = _in_order(channels, torch.ones_like(channels)) / count
    off = channels - mean.unsqueeze(1)
    return mean, _in_order(off, off)


def _factor(variance, eps, dtype):
    return (1 / torch.sqrt(variance.double() + eps)).to(dtype)


def _parameters(input, weight, bias):
    size = input.size(1)
    return (torch.ones(size, dtype=input.dtype) if weight is None else weight,
            torch.zeros(size, dtype=input.dtype) if bias is None else bias)


def _scaled(input, mean, factor, weight, bias):
    weight, bias = _parameters(input, weight, bias)
    if _way(input) == 'cells':
        found = (input.contiguous() - _of_channels(mean, input)) * _of_channels(factor, input)
        found = found * _of_channels(weight, input) + _of_channels(bias, input)
    else:
        scale = factor * weight
        shift = torch.addcmul(bias, -mean, scale)
        found = torch.addcmul(_of_channels(shift, input), input.contiguous(),
                              _of_channels(scale, input))
    return _lying(found, input)


def _sums(grad, off, way):
    """Of each channel those of the gradient, and of its products with the distances from the mean."""
    if way == 'rows':
        grads = _channels(grad)
        return _in_order(grads, torch.ones_like(grads)), _in_order(_channels(off), grads)
    if way == 'planes':
        grads, offs = _planes(grad), _planes(off)
        add = torch._VF._sum_of_products
        return (add(grads, torch.ones_like(grads), 'eights').double().sum(0),
                add(offs, grads, 'eights').double().sum(0))
    return (grad.sum([d for d in range(grad.dim()) if d != 1]),
            _channels(off * grad).double().sum(1))


def _trained_rule(grad, input, weight, bias, moments, eps):
    mean, squares = _moments(input) if torch.is_grad_enabled() else moments
    count, dtype = _count(input), input.dtype
    factor, way = _factor(squares / count, eps, dtype), _way(input, grad)
    off = input - _of_channels(mean, input)
    sum, product = _sums(grad, off, way)
    scale = _of_channels(product.to(dtype) * factor * factor / count, input)
    rest = grad - _of_channels((sum / count).to(dtype), input)
    rest = rest - off * scale if way == 'cells' else torch.addcmul(rest, -off, scale)
    of_input = rest * _of_channels(factor, input)
    if weight is not None:
        of_input = of_input * _of_channels(weight, input)
    of_weight = (product.double() * factor.double()).to(dtype)
    return [_lying(of_input, input), *_given((weight, of_weight), (bias, sum.to(dtype)))]


def _given(*pairs):
    return [gradient for parameter, gradient in pairs if parameter is not None]


@ruled('NativeBatchNormBackward0', _trained_rule)
def _trained(input, weight, bias, moments, eps):
    mean, squares = moments
    factor = _factor(squares / _count(input), eps, input.dtype)
    return _scaled(input, mean, factor, weight, bias)


def _moved(running, now, momentum, fused):
    """In place, and without a trace of it in what is kept of the tensor."""
    now, momentum = now.detach(), torch.tensor(momentum, dtype=now.dtype)
    kept = (1 - momentum) * running.to(now.dtype)
    running.data.copy_(torch.addcmul(kept, momentum, now) if fused else kept + momentum * now)


def _move_running(running_mean, running_var, moments, count, momentum):
    mean, squares = moments
    if running_mean is not None:
        _moved(running_mean, mean.to(squares.dtype), momentum, False)
    if running_var is not None:
        _moved(running_var, squares / (count - 1), momentum, True)


def _evaluated_rule(grad, input, running_mean, running_var, weight, bias, eps):
    way, factor = _way(input, grad), _factor(running_var, eps, input.dtype)
    sum, product = _sums(grad, input - _of_channels(running_mean, input), way)
    of_input = grad * _of_channels(factor, input)
    if weight is not None:
        of_input = of_input * _of_channels(weight, input)
    of_weight = (product.double() * factor.double()).to(input.dtype)
    return [_lying(of_input, input), None, None, *_given((weight, of_weight), (bias, sum.to(input.dtype)))]


@ruled('NativeBatchNormBackward0', _evaluated_rule)
def _evaluated(input, running_mean, running_var, weight, bias, eps):
    return _scaled(input, running_mean, 1 / torch.sqrt(running_var + eps), weight, bias)


@named('NativeBatchNormBackward0')
def _trained_halves(input, running_mean, running_var, weight, bias, momentum, eps):
    """What is kept of each channel is rounded; what is made of it is not, but once."""
    cells, dtype = _channels(input).float(), input.dtype
    whole, count = cells.mean(1), cells.size(1)
    mean = whole.to(dtype)
    squares = (cells - mean.float().unsqueeze(1)).square().sum(1)
    if dtype == torch.bfloat16:
        whole, squares = mean.float(), squares.to(dtype).float()
    _move_running(running_mean, running_var, (whole, squares), count, momentum)
    weight, bias = [each.float() for each in _parameters(input, weight, bias)]
    scale = _factor(squares / count, eps, dtype).float() * weight
    shift = bias - mean.float() * scale
    return _lying((input.float() * _of_channels(scale, input) + _of_channels(shift, input)).to(dtype), input)


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False,
               momentum=0.1, eps=1e-5):
    """Each channel, over the batch and all places."""
    if training:
        _verify_batch_size(input.size())
    _check_batch(input, training, running_mean=running_mean, running_var=running_var, weight=weight,
                 bias=bias)
    _check_mixed(input, weight, bias, running_mean, running_var)
    if training and is_half(input) and all(
            given is None or is_half(given) for given in (weight, bias, running_mean, running_var)):
        return _trained_halves(input, running_mean, running_var, weight, bias, momentum, eps)
    if is_half(input):
        return wide(batch_norm, input, running_mean, running_var, weight, bias, training, momentum,
                    eps)
    if not training:
        return _evaluated(input, running_mean, running_var, weight, bias, eps)
    with torch.no_grad():
        moments = _moments(input)
        _move_running(running_mean, running_var, moments, _count(input), momentum)
    return _trained(input, weight, bias, moments, eps)


def _check_channels(name, vector, input):
    if vector is not None and tuple(vector.shape) != (input.size(1),):
        raise RuntimeError(f"Expected {name} to be a vector of size equal to the number of channels in "
                           f"input, but got {name} of shape {list(vector.shape)} and input of shape "
                           f"{list(input.shape)}")


def _in_shape(tensor, num_groups):
    """Thing, group, channel of the group, place."""
    return tensor.contiguous().view(tensor.size(0), num_groups, tensor.size(1) // num_groups,
                                    math.prod(tensor.shape[2:]))


def _group_moments(input, num_groups, eps):
    """Of each group the mean, and what brings it to variance 1."""
    lines = _in_shape(input, num_groups).flatten(2)
    mean = torch._VF._moment(lines, 1).unsqueeze(-1)
    return mean, _factor(torch._VF._moment(lines, 2).unsqueeze(-1), eps, input.dtype)


def _group_sums(grad, input):
    """Of each channel of each thing, of the gradient and of its products with the input."""
    add, ones = torch._VF._sum_of_products, torch.ones_like(grad)
    return add(grad, ones, 'eights'), add(grad, input, 'eights')


def _group_norm_rule(grad, input, num_groups, weight, bias, eps):
    mean, factor = _group_moments(input, num_groups, eps)
    cells, grads = [_in_shape(each, num_groups) for each in (input, grad)]
    shape, channels = cells.shape[:3], input.shape[:2]
    alone, with_input = _group_sums(grads, cells)
    weights = _parameters(input, weight, None)[0].view(shape[1:]).expand(shape)
    add, count = torch._VF._sum_of_products, cells.size(2) * cells.size(3)
    alone_all = add(alone, weights, 'lanes').unsqueeze(-1)
    part = torch.tensor(1 / count if count else 0.0, dtype=input.dtype)
    slope = torch.addcmul(-add(with_input, weights, 'lanes').unsqueeze(-1), alone_all, mean)
    slope = slope * factor * factor * factor * part
    shift = torch.addcmul(-slope * mean, -(alone_all * factor), part)
    own = torch.addcmul(slope.unsqueeze(-1) * cells, (factor * weights).unsqueeze(-1), grads)
    of_input = (own + shift.unsqueeze(-1)).view(input.shape)
    things = torch.addcmul(with_input, -alone, mean).view(channels)
    factors = factor.expand(shape).reshape(channels)
    biases = alone.view(channels)
    return [_lying(of_input, input), *_given((weight, _in_order(things.t(), factors.t())),
                              (bias, _in_order(biases.t(), torch.ones_like(biases.t()))))]


@ruled('NativeGroupNormBackward0', _group_norm_rule)
def _in_groups(input, num_groups, weight, bias, eps):
    mean, factor = _group_moments(input, num_groups, eps)
    cells = _in_shape(input, num_groups)
    if weight is None and bias is None:
        found = (cells - mean.unsqueeze(-1)) * factor.unsqueeze(-1)
    else:
        weights, biases = [each.view(cells.shape[1:3]) for each in _parameters(input, weight, bias)]
        scale = factor * weights
        shift = torch.addcmul(biases, -scale, mean)
        found = torch.addcmul(shift.unsqueeze(-1), cells, scale.unsqueeze(-1))
    return _lying(found.view(input.shape), input)


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
    if is_half(input):
        return wide(_in_groups, input, num_groups, weight, bias, eps)
    return _in_groups(input, num_groups, weight, bias, eps)


@named('ViewBackward0')
def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None,
                  use_input_stats=True, momentum=0.1, eps=1e-5):
    """Each channel of each thing of the batch alone: batch_norm, as if all were one thing's."""
    if math.prod(input.shape[2:]) == 1:
        raise ValueError("Expected more than 1 spatial element when training, got input size "
                         f"{input.size()}")
    _check_batch(input, True, weight=weight, bias=bias)
    many = [each if each is None else each.repeat(input.size(0))
            for each in (running_mean, running_var, weight, bias)]
    things = input.contiguous().view(1, input.size(0) * input.size(1), *input.shape[2:])
    found = batch_norm(things, *many, use_input_stats, momentum, eps)
    for running, moved in (running_mean, many[0]), (running_var, many[1]):
        if use_input_stats and running is not None:
            running.data.copy_(moved.view(input.shape[:2]).mean(0))
    return found.view(input.shape)


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
