"""einops.layers.torch: Rearrange and Reduce as modules."""
from einops import rearrange, reduce
from torch import nn


class Rearrange(nn.Module):
    def __init__(self, pattern, **axes_lengths):
        super().__init__()
        self.pattern = pattern
        self.axes_lengths = axes_lengths

    def forward(self, input):
        return rearrange(input, self.pattern, **self.axes_lengths)

    def __repr__(self):
        lengths = ''.join(f', {name}={size}' for name, size in self.axes_lengths.items())
        return f'{type(self).__name__}({self.pattern!r}{lengths})'


class Reduce(nn.Module):
    def __init__(self, pattern, reduction, **axes_lengths):
        super().__init__()
        self.pattern = pattern
        self.reduction = reduction
        self.axes_lengths = axes_lengths

    def forward(self, input):
        return reduce(input, self.pattern, self.reduction, **self.axes_lengths)

    def __repr__(self):
        lengths = ''.join(f', {name}={size}' for name, size in self.axes_lengths.items())
        return f'{type(self).__name__}({self.pattern!r}, {self.reduction!r}{lengths})'
