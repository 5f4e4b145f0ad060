"""LayerNorm and others: values brought to mean 0 and variance 1, then scaled and shifted."""
from numbers import Integral
import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class LayerNorm(Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None,
                 dtype=None):
        super().__init__()
        if isinstance(normalized_shape, Integral):
            normalized_shape = (normalized_shape,)
        self.normalized_shape = tuple(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        for name, wanted in (('weight', elementwise_affine), ('bias', elementwise_affine and bias)):
            self.register_parameter(name, Parameter(torch.empty(
                self.normalized_shape, device=device, dtype=dtype)) if wanted else None)
        self.reset_parameters()

    def reset_parameters(self):
        for numbers, fill in ((self.weight, init.ones_), (self.bias, init.zeros_)):
            if numbers is not None:
                fill(numbers)

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return (f'{self.normalized_shape}, eps={self.eps}, '
                f'elementwise_affine={self.elementwise_affine}')


class RMSNorm(Module):
    """Each vector divided by the root of its mean square."""

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        if isinstance(normalized_shape, Integral):
            normalized_shape = (normalized_shape,)
        self.normalized_shape = tuple(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        if elementwise_affine:
            self.weight = Parameter(torch.empty(self.normalized_shape, device=device, dtype=dtype))
            init.ones_(self.weight)
        else:
            self.register_parameter('weight', None)

    def forward(self, input):
        return F.rms_norm(input, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self):
        return (f'{self.normalized_shape}, eps={self.eps}, '
                f'elementwise_affine={self.elementwise_affine}')


class GroupNorm(Module):
    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None):
        super().__init__()
        if num_channels % num_groups != 0:
            raise ValueError('num_channels must be divisible by num_groups')
        self.num_groups, self.num_channels = num_groups, num_channels
        self.eps, self.affine = eps, affine
        for name, made in (('weight', torch.ones), ('bias', torch.zeros)):
            own = Parameter(made(num_channels, device=device, dtype=dtype)) if affine else None
            self.register_parameter(name, own)

    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return f'{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}'


class _InstanceNorm(Module):
    _dims = None  # how many an input may have, the batch included

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=False,
                 track_running_stats=False, device=None, dtype=None):
        super().__init__()
        if track_running_stats:
            raise NotImplementedError(f"{type(self).__name__}(track_running_stats=True) is not "
                                      "there in qkv; BatchNorm1d has running statistics")
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        made = torch.ones(num_features, device=device, dtype=dtype)
        self.register_parameter('weight', Parameter(made) if affine else None)
        self.register_parameter('bias', Parameter(torch.zeros_like(made)) if affine else None)

    def forward(self, input):
        if input.dim() == self._dims - 1:
            return self.forward(input.unsqueeze(0)).squeeze(0)
        if input.dim() != self._dims:
            raise ValueError(f'expected {self._dims - 1}D or {self._dims}D input '
                             f'(got {input.dim()}D input)')
        return F.instance_norm(input, None, None, self.weight, self.bias, True, self.momentum,
                               self.eps)

    def extra_repr(self):
        return (f'{self.num_features}, eps={self.eps}, momentum={self.momentum}, '
                f'affine={self.affine}, track_running_stats={self.track_running_stats}')


class InstanceNorm1d(_InstanceNorm):
    _dims = 3


class InstanceNorm2d(_InstanceNorm):
    _dims = 4


class InstanceNorm3d(_InstanceNorm):
    _dims = 5


class LocalResponseNorm(Module):
    def __init__(self, size, alpha=1e-4, beta=0.75, k=1.0):
        super().__init__()
        self.size = size
        self.alpha, self.beta, self.k = alpha, beta, k

    def forward(self, input):
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self):
        return f'{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}'
