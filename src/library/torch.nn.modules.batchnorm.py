"""BatchNorm: each feature brought to mean 0 and variance 1 over the batch."""
import torch
import torch.nn.functional as F
from torch.nn import init
from torch.nn.modules.lazy import LazyModuleMixin
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter, UninitializedBuffer, UninitializedParameter


class _BatchNorm(Module):
    _dims = None  # how many an input may have

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True,
                 device=None, dtype=None):
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        place = {'device': device, 'dtype': dtype}
        for name in ('weight', 'bias'):
            own = Parameter(torch.empty(num_features, **place)) if affine else None
            self.register_parameter(name, own)
        self.register_buffer('running_mean',
                             torch.zeros(num_features, **place) if track_running_stats else None)
        self.register_buffer('running_var',
                             torch.ones(num_features, **place) if track_running_stats else None)
        self.register_buffer('num_batches_tracked',
                             torch.tensor(0) if track_running_stats else None)
        self.reset_parameters()

    def reset_running_stats(self):
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        if self.affine:
            init.ones_(self.weight)
            init.zeros_(self.bias)

    def forward(self, input):
        if input.dim() not in self._dims:
            wanted = ' or '.join(f'{dims}D' for dims in self._dims)
            raise ValueError(f'expected {wanted} input (got {input.dim()}D input)')
        part = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                part = 1.0 / float(self.num_batches_tracked)
        kept = not self.training or self.track_running_stats
        return F.batch_norm(input, self.running_mean if kept else None,
                            self.running_var if kept else None, self.weight, self.bias,
                            self.training or self.running_mean is None, part, self.eps)

    def extra_repr(self):
        return (f'{self.num_features}, eps={self.eps}, momentum={self.momentum}, '
                f'affine={self.affine}, track_running_stats={self.track_running_stats}')


class BatchNorm1d(_BatchNorm):
    _dims = (2, 3)


class BatchNorm2d(_BatchNorm):
    _dims = (4,)


class BatchNorm3d(_BatchNorm):
    _dims = (5,)


class _LazyNormBase(LazyModuleMixin):
    def __init__(self, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None,
                 dtype=None):
        super().__init__(0, eps, momentum, False, False)
        self.affine = affine
        self.track_running_stats = track_running_stats
        place = {'device': device, 'dtype': dtype}
        if affine:
            self.weight = UninitializedParameter(**place)
            self.bias = UninitializedParameter(**place)
        if track_running_stats:
            self.running_mean = UninitializedBuffer(**place)
            self.running_var = UninitializedBuffer(**place)
            self.num_batches_tracked = torch.tensor(0)

    def reset_parameters(self):
        if self.num_features:
            self.reset_running_stats()
            super().reset_parameters()

    def initialize_parameters(self, input):
        self.num_features = input.shape[1]
        shape = (self.num_features,)
        self._materialize({name: shape for name in ('weight', 'bias', 'running_mean',
                                                    'running_var')})
        self.reset_parameters()


class LazyBatchNorm1d(_LazyNormBase, BatchNorm1d):
    cls_to_become = BatchNorm1d


class LazyBatchNorm2d(_LazyNormBase, BatchNorm2d):
    cls_to_become = BatchNorm2d
