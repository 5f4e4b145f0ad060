"""torch.nn.utils.spectral_norm: a weight divided by its largest singular value, before each call."""
import torch
import torch.nn.functional as F
from torch.nn.parameter import Parameter, is_lazy
from torch.nn.utils._weight_norm import _remove


class SpectralNorm:
    def __init__(self, name='weight', n_power_iterations=1, dim=0, eps=1e-12):
        self.name, self.dim, self.eps = name, dim, eps
        self.n_power_iterations = n_power_iterations
        if n_power_iterations <= 0:
            raise ValueError("Expected n_power_iterations to be positive, but got "
                             f"n_power_iterations={n_power_iterations}")

    def reshape_weight_to_matrix(self, weight):
        return weight.movedim(self.dim, 0).reshape(weight.size(self.dim), -1)

    def compute_weight(self, module, do_power_iteration):
        weight = getattr(module, self.name + '_orig')
        u, v = getattr(module, self.name + '_u'), getattr(module, self.name + '_v')
        matrix = self.reshape_weight_to_matrix(weight)
        with torch.no_grad():
            for _ in range(self.n_power_iterations if do_power_iteration else 0):
                v.copy_(F.normalize(torch.mv(matrix.t(), u), dim=0, eps=self.eps))
                u.copy_(F.normalize(torch.mv(matrix, v), dim=0, eps=self.eps))
        return weight / torch.dot(u, torch.mv(matrix, v))

    @staticmethod
    def apply(module, name, n_power_iterations, dim, eps):
        for hook in module._forward_pre_hooks.values():
            if isinstance(hook, SpectralNorm) and hook.name == name:
                raise RuntimeError("Cannot register two spectral_norm hooks on the same parameter "
                                   f"{name}")
        hook, weight = SpectralNorm(name, n_power_iterations, dim, eps), module._parameters[name]
        if weight is None:
            raise ValueError(f"`SpectralNorm` cannot be applied as parameter `{name}` is None")
        if is_lazy(weight):
            raise ValueError("The module passed to `SpectralNorm` can't have uninitialized parameters. "
                             "Make sure to run the dummy forward before applying spectral "
                             "normalization")
        with torch.no_grad():
            rows, columns = hook.reshape_weight_to_matrix(weight).shape
            u = F.normalize(weight.new_empty(rows).normal_(0, 1), dim=0, eps=eps)
            v = F.normalize(weight.new_empty(columns).normal_(0, 1), dim=0, eps=eps)
        delattr(module, name)
        module.register_parameter(name + '_orig', weight)
        setattr(module, name, weight.data)
        module.register_buffer(name + '_u', u)
        module.register_buffer(name + '_v', v)
        module.register_forward_pre_hook(hook)
        return hook

    def remove(self, module):
        with torch.no_grad():
            weight = self.compute_weight(module, False)
        for suffix in ('', '_u', '_v', '_orig'):
            delattr(module, self.name + suffix)
        module.register_parameter(self.name, Parameter(weight.detach()))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module, module.training))


def spectral_norm(module, name='weight', n_power_iterations=1, eps=1e-12, dim=None):
    SpectralNorm.apply(module, name, n_power_iterations, 0 if dim is None else dim, eps)
    return module


def remove_spectral_norm(module, name='weight'):
    return _remove(SpectralNorm, 'spectral_norm', module, name)
