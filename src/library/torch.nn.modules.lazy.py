"""Modules that learn from their first input how large their parameters are."""
import torch
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter, is_lazy


class LazyModuleMixin:
    cls_to_become = None  # the class of the module once its parameters are there

    def __call__(self, *args, **kwargs):
        if self.has_uninitialized_params():
            self.initialize_parameters(*args, **kwargs)
        if self.has_uninitialized_params():
            raise RuntimeError(f'module {self._get_name()} has not been fully initialized')
        if self.cls_to_become is not None:
            self.__class__ = self.cls_to_become
        return Module.__call__(self, *args, **kwargs)

    def initialize_parameters(self, *args, **kwargs):
        raise NotImplementedError(
            f'initialize_parameters is not implemented for {type(self).__name__}')

    def has_uninitialized_params(self):
        return any(is_lazy(own) for kind in (self._parameters, self._buffers)
                   for own in kind.values())

    def reset_parameters(self):
        if not self.has_uninitialized_params():
            super().reset_parameters()

    def _materialize(self, shapes):
        """Memory for the parameters and buffers with these names."""
        for name, shape in shapes.items():
            for kind in (self._parameters, self._buffers):
                lazy = kind.get(name)
                if is_lazy(lazy):
                    numbers = torch.empty(shape, dtype=lazy.dtype)
                    kind[name] = (Parameter(numbers, lazy.requires_grad)
                                  if kind is self._parameters else numbers)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        for name, tensor in self._local_state().items():
            kept = keep_vars or is_lazy(tensor)
            destination[prefix + name] = tensor if kept else tensor.detach()

    def _load_from_state_dict(self, state_dict, prefix, *others):
        given = {name: state_dict.get(prefix + name) for name in self._local_state()}
        self._materialize({name: tensor.shape for name, tensor in given.items()
                           if tensor is not None and not is_lazy(tensor)})
        super()._load_from_state_dict(state_dict, prefix, *others)
