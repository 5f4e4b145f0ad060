"""Functions that are one node of the graph of gradients in PyTorch, though several operations here.

`@named(title)` has the operations differentiated one by one, and only calls the result by PyTorch's
name (for a node in a node see torch._derivatives). `keeps` says of the result and the arguments which
tensors PyTorch's node needs as they were: writing to one of them is refused. `@ruled(title, rule, keeps)` differentiates the function
as a whole: `rule` is called with the gradient and the function's arguments, and gives a gradient for
each of those that are tensors.
"""
import torch
from torch import _C


def _tensors(args, kwargs):
    given = (*args, *kwargs.values())
    return [each for each in given if isinstance(each, torch.Tensor)]


def _like(function, other):
    other.__name__ = function.__name__
    other.__doc__ = function.__doc__
    return other


def result_alone(result, *args, **kwargs):
    return result,


def first_and_result(result, first, *args, **kwargs):
    return first, result


def first_tensor(result, first, *args, **kwargs):
    return first,


def first_as_image(result, first, *args, **kwargs):
    return first.unsqueeze(-2),


def each_for_the_other(result, first, second, *args, **kwargs):
    return second if first.requires_grad else None, first if second.requires_grad else None


def named(title, keeps=None):
    def decorate(function):
        def _named(*args, **kwargs):
            result = function(*args, **kwargs)
            if isinstance(result, torch.Tensor) and result.requires_grad:
                _C._as_one(result, title, *_tensors(args, kwargs))
                if keeps:
                    _C._keep(result, keeps(result, *args, **kwargs))
            return result

        return _like(function, _named)

    return decorate


def ruled(title, rule, keeps=None):
    def decorate(function):
        def _ruled(*args, **kwargs):
            tensors = _tensors(args, kwargs)
            if not torch.is_grad_enabled() or not any([each.requires_grad for each in tensors]):
                return function(*args, **kwargs)
            with torch.no_grad():
                result = function(*args, **kwargs)
            outputs = result if isinstance(result, tuple) else (result,)
            _C._connect(outputs, tuple(tensors), title, lambda *grads: rule(*grads, *args, **kwargs), True)
            if keeps:
                _C._keep(outputs[0], keeps(result, *args, **kwargs))
            return result

        return _like(function, _ruled)

    return decorate


# ---- a tensor and a number, as PyTorch's own functions combine them: nodes of other names ------------


@named('AddBackward1')
def plus(tensor, number):
    return tensor + number


@named('SubBackward1')
def minus(tensor, number):
    return tensor - number


@named('SubBackward0(-,0)')
def taken_from(tensor, number):
    return number - tensor


@named('MulBackward1')
def times(tensor, number):
    return number * tensor


@named('DivBackward1')
def over(tensor, number):
    return tensor / number
