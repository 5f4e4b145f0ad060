"""torch.nn.Buffer: a tensor that a module registers as its buffer when it is assigned."""
import torch


class _BufferMeta(type):
    def __instancecheck__(self, instance):
        return isinstance(instance, torch.Tensor) and getattr(instance, '_is_buffer', False)


class Buffer(metaclass=_BufferMeta):
    __module__ = 'torch.nn.parameter'

    def __new__(cls, data=None, *, persistent=True):
        tensor = torch.empty(0) if data is None else data.detach()
        tensor.persistent = persistent
        tensor._is_buffer = True
        return tensor
