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
