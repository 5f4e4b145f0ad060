"""torch._dynamo: what torch.compile makes of a module."""
from torch.nn import Module


class OptimizedModule(Module):
    """The module itself, behind another name."""

    def __init__(self, mod):
        super().__init__()
        self._orig_mod = mod

    def __getattr__(self, name):
        if name == '_orig_mod':
            return self._modules['_orig_mod']
        return getattr(self._orig_mod, name)

    def forward(self, *args, **kwargs):
        return self._orig_mod(*args, **kwargs)


def reset():
    """Nothing is kept from one compilation to the next."""


def is_compiling():
    return False


def disable(fn=None, recursive=True):
    return (lambda fn: fn) if fn is None else fn


def graph_break():
    pass


def __getattr__(name):
    if name == 'config':
        import importlib
        return importlib.import_module('torch._dynamo.config')
    raise AttributeError(f"module 'torch._dynamo' has no attribute '{name}'")
