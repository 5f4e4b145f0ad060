"""Functions that are one node of the graph of gradients in PyTorch, though several operations here.

`@named(title)` has the operations differentiated one by one, and only calls the result by PyTorch's
name (for a node in a node see torch._derivatives). `@ruled(title, rule)` differentiates the function
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


def named(title):
    def decorate(function):
        def _named(*args, **kwargs):
            result = function(*args, **kwargs)
            if isinstance(result, torch.Tensor) and result.requires_grad:
                _C._as_one(result, title, *_tensors(args, kwargs))
            return result

        return _like(function, _named)

    return decorate


def ruled(title, rule):
    def decorate(function):
        def _ruled(*args, **kwargs):
            tensors = _tensors(args, kwargs)
            if not torch.is_grad_enabled() or not any([each.requires_grad for each in tensors]):
                return function(*args, **kwargs)
            with torch.no_grad():
                result = function(*args, **kwargs)
            outputs = result if isinstance(result, tuple) else (result,)
            _C._connect(outputs, tuple(tensors), title, lambda *grads: rule(*grads, *args, **kwargs), True)
            return result

        return _like(function, _ruled)

    return decorate
