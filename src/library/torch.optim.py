"""torch.optim: optimizers, each in a file of its own. Each step is written as in PyTorch, operation by
operation, since sums depend on their order."""
import importlib

from torch.optim import lr_scheduler
from torch.optim.optimizer import Optimizer

__all__ = ['Adadelta', 'Adagrad', 'Adam', 'Adamax', 'AdamW', 'ASGD', 'LBFGS', 'lr_scheduler', 'NAdam',
           'Optimizer', 'RAdam', 'RMSprop', 'Rprop', 'SGD']


def __getattr__(name):
    if name in __all__:
        return getattr(importlib.import_module('torch.optim.' + name.lower()), name)
    if name in ('Adafactor', 'SparseAdam', 'swa_utils'):
        raise NotImplementedError(f"torch.optim.{name} is not there in qkv; Adam and SGD are")
    raise AttributeError(f"module 'torch.optim' has no attribute '{name}'")
