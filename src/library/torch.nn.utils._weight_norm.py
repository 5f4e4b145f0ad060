"""torch.nn.utils.weight_norm: a weight as a direction and its lengths, made before each call."""
import warnings

from torch.nn.parameter import Parameter, is_lazy
from torch.nn.utils.parametrizations import norm_except_dim


class WeightNorm:
    def __init__(self, name, dim):
        self.name = name
        self.dim = -1 if dim is None else dim

    def compute_weight(self, module):
        g, v = getattr(module, self.name + '_g'), getattr(module, self.name + '_v')
        return v * (g / norm_except_dim(v, 2, self.dim))

    @staticmethod
    def apply(module, name, dim):
        warnings.warn("`torch.nn.utils.weight_norm` is deprecated in favor of "
                      "`torch.nn.utils.parametrizations.weight_norm`.", FutureWarning)
        for hook in module._forward_pre_hooks.values():
            if isinstance(hook, WeightNorm) and hook.name == name:
                raise RuntimeError("Cannot register two weight_norm hooks on the same parameter "
                                   f"{name}")
        hook, weight = WeightNorm(name, dim), getattr(module, name)
        if is_lazy(weight):
            raise ValueError("The module passed to `WeightNorm` can't have uninitialized parameters. "
                             "Make sure to run the dummy forward before applying weight normalization")
        del module._parameters[name]
        lengths = norm_except_dim(weight, 2, hook.dim)
        module.register_parameter(name + '_g', Parameter(lengths.data))
        module.register_parameter(name + '_v', Parameter(weight.data))
        setattr(module, name, hook.compute_weight(module))
        module.register_forward_pre_hook(hook)
        return hook

    def remove(self, module):
        whole = Parameter(self.compute_weight(module).data)
        for suffix in ('', '_g', '_v'):
            delattr(module, self.name + suffix)
        setattr(module, self.name, whole)

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module))


def weight_norm(module, name='weight', dim=0):
    WeightNorm.apply(module, name, dim)
    return module


def _remove(kind, label, module, name):
    for number, hook in list(module._forward_pre_hooks.items()):
        if isinstance(hook, kind) and hook.name == name:
            hook.remove(module)
            del module._forward_pre_hooks[number]
            return module
    raise ValueError(f"{label} of '{name}' not found in {module}")


def remove_weight_norm(module, name='weight'):
    return _remove(WeightNorm, 'weight_norm', module, name)
