"""torch.overrides: there are no types here that are like tensors and are none."""


def has_torch_function(relevant_args):
    return False


def has_torch_function_unary(t):
    return False


def has_torch_function_variadic(*relevant_args):
    return False


def is_tensor_like(inp):
    import torch
    return torch.is_tensor(inp)
