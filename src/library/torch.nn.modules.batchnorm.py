"""BatchNorm: each feature brought to mean 0 and variance 1 over the batch."""
import torch
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class _BatchNorm(Module):
    _dims = None  # how many an input may have

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True,
                 device=None, dtype=None):
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        place = {'device': device, 'dtype': dtype}
        if affine:
            self.weight = Parameter(torch.empty(num_features, **place))
            self.bias = Parameter(torch.empty(num_features, **place))
        else:
            self.register_parameter('weight', None)
            self.register_parameter('bias', None)
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
        if self.training or self.running_mean is None:
            mean, variance = self._of_batch(input)
        else:
            mean, variance = self.running_mean, self.running_var
        shape = (1, self.num_features) + (1,) * (input.dim() - 2)
        output = (input - mean.view(shape)) / torch.sqrt(variance.view(shape) + self.eps)
        if self.affine:
            output = output * self.weight.view(shape) + self.bias.view(shape)
        return output

    def _of_batch(self, input):
        dims = [d for d in range(input.dim()) if d != 1]
        count = input.numel() // self.num_features
        if count <= 1:
            raise ValueError("Expected more than 1 value per channel when training, got input size "
                             f"{input.size()}")
        mean = input.mean(dims)
        variance = input.var(dims, unbiased=False)
        if self.training and self.track_running_stats:
            self.num_batches_tracked.add_(1)
            part = self.momentum
            if part is None:
                part = 1.0 / float(self.num_batches_tracked)
            unbiased = variance.detach() * (count / (count - 1))
            self.running_mean.mul_(1 - part).add_(mean.detach() * part)
            self.running_var.mul_(1 - part).add_(unbiased * part)
        return mean, variance

    def extra_repr(self):
        return (f'{self.num_features}, eps={self.eps}, momentum={self.momentum}, '
                f'affine={self.affine}, track_running_stats={self.track_running_stats}')


class BatchNorm1d(_BatchNorm):
    _dims = (2, 3)


class BatchNorm2d(_BatchNorm):
    _dims = (4,)
