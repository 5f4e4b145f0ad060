"""torch.nn.modules: the modules of torch.nn by another name."""
import torch.nn

__all__ = torch.nn.__all__


def __getattr__(name):
    if name in __all__:
        return getattr(torch.nn, name)
    raise AttributeError(f"module 'torch.nn.modules' has no attribute '{name}'")
