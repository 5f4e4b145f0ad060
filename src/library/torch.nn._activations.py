"""Activations that are seldom seen, made of others; their gradients are one node each, as PyTorch's."""
import torch
from torch._C import _write, transparent
from torch._halves import is_half, wide
from torch._one_node import first_tensor, ruled


def _refuse(input, kernel):
    if not input.is_floating_point():
        raise RuntimeError(f"\"{kernel}\" not implemented for '{input.type()[6:-6]}'")


def _check_numbers(input, *numbers):
    """Those that are computed with as floats must be some."""
    if input.dtype != torch.float64 and any(_MOST < abs(number) < _INFINITY for number in numbers):
        raise RuntimeError("value cannot be converted to type float without overflow")


_MOST, _INFINITY = torch.finfo(torch.float32).max, float('inf')


def _given(input, result, inplace):
    return _write(input, result) if inplace else result


def _node(title, name):
    """Rounded once where the cells are halves; differentiated by the rule d_NAME."""
    def decorate(function):
        def rule(grad, input, *args):
            import torch._derivatives
            return getattr(torch._derivatives, 'd_' + name)(grad, input, *args)

        def rounded_once(input, *args):
            if is_half(input):
                return wide(lambda cells: function(cells, *args), input)
            return function(input, *args)

        return ruled(title, rule, first_tensor)(rounded_once)

    return decorate


# ---- straight lines ------------------------------------------------------------------------------


@_node('HardswishBackward0', 'hardswish')
def _hardswish(input):
    return input * (input + 3).clamp(0, 6) / 6


@transparent
def hardswish(input: Tensor, inplace: bool = False):
    """The cell times a straight line that rises from 0 to 1 between -3 and 3."""
    _refuse(input, 'hardswish_cpu')
    return _given(input, _hardswish(input), inplace)


@_node('HardsigmoidBackward0', 'hardsigmoid')
def _hardsigmoid(input):
    return (input + 3).clamp(0, 6) / 6


@transparent
def hardsigmoid(input: Tensor, inplace: bool = False):
    """A straight line that rises from 0 to 1 between -3 and 3."""
    _refuse(input, 'hardsigmoid_cpu')
    return _given(input, _hardsigmoid(input), inplace)


# ---- exponentials --------------------------------------------------------------------------------


@_node('CeluBackward0', 'celu')
def _celu(input, alpha):
    return torch.where(input <= 0, ((input * (1 / alpha)).exp() - 1) * alpha, input)


@transparent
def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False):
    """The cell, or below 0 a curve that continues with the same slope."""
    _refuse(input, 'elu_cpu')
    _check_numbers(input, alpha)
    return _given(input, _celu(input, alpha), inplace)


@_node('MishBackward0', 'mish')
def _mish(input):
    return input * input.exp().log1p().tanh()


@transparent
def mish(input: Tensor, inplace: bool = False):
    """The cell times tanh of its softplus."""
    _refuse(input, 'mish_cpu')
    return _given(input, _mish(input), inplace)


@_node('SoftplusBackward0', 'softplus')
def _softplus(input, beta, threshold):
    stretched = input * beta
    return torch.where(stretched > threshold, input, stretched.exp().log1p() / beta)


@transparent
def softplus(input: Tensor, beta: scalar = 1, threshold: scalar = 20):
    """log(1 + exp(x)) of the cell, a smooth relu."""
    _refuse(input, 'softplus_cpu')
    _check_numbers(input, beta, threshold)
    return _softplus(input, beta, threshold)
