"""torch.func: functions of functions."""
from numbers import Integral
import torch


def _taken(value, dim, at):
    """The at-th part of an argument; of a tuple, list or dict that of each tensor in it."""
    if dim is None:
        return value
    if isinstance(value, (tuple, list)):
        dims = dim if isinstance(dim, (tuple, list)) else [dim] * len(value)
        return type(value)(_taken(part, d, at) for part, d in zip(value, dims))
    if isinstance(value, dict):
        return {key: _taken(part, dim, at) for key, part in value.items()}
    return value.select(dim, at)


def _lengths(value, dim):
    if dim is None:
        return []
    if isinstance(value, (tuple, list, dict)):
        parts = list(value.values()) if isinstance(value, dict) else list(value)
        dims = dim if isinstance(dim, (tuple, list)) else [dim] * len(parts)
        return [length for part, d in zip(parts, dims) for length in _lengths(part, d)]
    return [value.size(dim)]


def _put_together(found, out_dims):
    if isinstance(found[0], (tuple, list)):
        dims = out_dims if isinstance(out_dims, (tuple, list)) else [out_dims] * len(found[0])
        return tuple(_put_together(list(parts), dim) for parts, dim in zip(zip(*found), dims))
    if not isinstance(found[0], torch.Tensor):
        raise ValueError("vmap: `function` must only return Tensors, got type "
                         f"{type(found[0])}. Did you mean to set out_dims= to None for output?")
    return torch.stack(found, out_dims)


def vmap(func, in_dims=0, out_dims=0, randomness='error', *, chunk_size=None):
    """The function of each part of its arguments along a dimension, one after another."""
    def mapped(*args, **kwargs):
        dims = in_dims if isinstance(in_dims, (tuple, list)) else [in_dims] * len(args)
        if len(dims) != len(args):
            raise ValueError(f"vmap({getattr(func, '__name__', func)}, in_dims={in_dims}, ...)"
                             f"(<inputs>): in_dims is not compatible with the structure of inputs.")
        lengths = [n for arg, dim in zip(args, dims) for n in _lengths(arg, dim)]
        lengths += [n for value in kwargs.values() if isinstance(value, torch.Tensor)
                    for n in _lengths(value, 0)]
        if not lengths:
            raise ValueError("vmap: at least one argument must be mapped over")
        if len(set(lengths)) > 1:
            raise ValueError("vmap: Expected all tensors to have the same size in the mapped "
                             f"dimension, got sizes {lengths} for the mapped dimension")
        found = []
        for at in range(lengths[0]):
            given = [_taken(arg, dim, at) for arg, dim in zip(args, dims)]
            named = {name: _taken(value, 0, at) if isinstance(value, torch.Tensor) else value
                     for name, value in kwargs.items()}
            found.append(func(*given, **named))
        return _put_together(found, out_dims)

    return mapped


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True,
                    strict=False):
    """What the module gives with other parameters and buffers, which it has only meanwhile."""
    given = parameter_and_buffer_dicts
    if not isinstance(given, dict):
        given = {name: value for part in given for name, value in part.items()}
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    before = []
    try:
        for name, value in given.items():
            path, _, own = name.rpartition('.')
            owner = module.get_submodule(path)
            kind = owner._parameters if own in owner._parameters else owner._buffers
            before.append((kind, own, kind[own]))
            kind[own] = value
        return module(*args, **(kwargs or {}))
    finally:
        for kind, own, value in before:
            kind[own] = value


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that gives the gradient and the value of `func` (and what it gives besides)."""

    def both(*args, **kwargs):
        places = (argnums,) if isinstance(argnums, Integral) else argnums
        with torch.enable_grad():
            given, leaves = list(args), []
            for place in places:
                leaves += _tensors(given[place])
            outer = any([leaf.requires_grad for leaf in leaves])
            inner = [leaf if outer and leaf.requires_grad else leaf.detach().requires_grad_()
                     for leaf in leaves]
            rest = list(inner)
            for place in places:
                given[place] = _replaced(given[place], rest)
            value = func(*given, **kwargs)
            value, aux = value if has_aux else (value, None)
            if value.dim() != 0:
                raise RuntimeError("Expected f(*args) to return a scalar tensor, got tensor with "
                                   f"{value.dim()} dims. Maybe you wanted to use the vjp or jacrev APIs "
                                   "instead?")
            found = list(torch.autograd.grad(value, inner, create_graph=outer, allow_unused=True,
                                             materialize_grads=True))
        slopes = [_replaced(args[place], found) for place in places]
        slopes = slopes[0] if isinstance(argnums, Integral) else tuple(slopes)
        value = value if outer else value.detach()
        return (slopes, (value, aux)) if has_aux else (slopes, value)

    return both


def _tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    parts = value.values() if isinstance(value, dict) else value
    return [tensor for part in parts for tensor in _tensors(part)]


def _replaced(value, tensors):
    """The same structure with the next of `tensors` in the places of its own."""
    if isinstance(value, torch.Tensor):
        return tensors.pop(0)
    if isinstance(value, dict):
        return {key: _replaced(part, tensors) for key, part in value.items()}
    return type(value)([_replaced(part, tensors) for part in value])


def grad(func, argnums=0, has_aux=False):
    def slopes(*args, **kwargs):
        found = grad_and_value(func, argnums, has_aux)(*args, **kwargs)
        return (found[0], found[1][1]) if has_aux else found[0]

    return slopes


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None):
    """The Jacobian by one of the arguments."""

    def matrix(*args):
        from torch.autograd.functional import jacobian
        return jacobian(lambda one: func(*args[:argnums], one, *args[argnums + 1:]), args[argnums],
                        create_graph=args[argnums].requires_grad)

    return matrix


jacfwd = jacrev


def hessian(func, argnums=0):
    def matrix(*args):
        from torch.autograd.functional import hessian
        return hessian(lambda one: func(*args[:argnums], one, *args[argnums + 1:]), args[argnums])

    return matrix


def __getattr__(name):
    if name in ('vjp', 'jvp', 'linearize', 'functionalize', 'stack_module_state', 'replace_all_batch_norm_modules_'):
        raise NotImplementedError(f"torch.func.{name} is not there in qkv; vmap and functional_call "
                                  "are")
    raise AttributeError(f"module 'torch.func' has no attribute '{name}'")
