"""Dropout: while training, some numbers by chance become 0, and the others larger instead."""
from torch.nn import functional as F
from torch.nn.modules.module import Module


class _DropoutNd(Module):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        self.p, self.inplace = p, inplace
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")

    def extra_repr(self):
        return f'p={self.p}, inplace={self.inplace}'


class Dropout(_DropoutNd):
    def forward(self, input):
        return F.dropout(input, self.p, self.training, self.inplace)


class _ChannelDropout(_DropoutNd):
    """Whole channels become 0: what stands behind the second dimension goes together."""

    def forward(self, input):
        if not self.training or self.p == 0:
            return input
        if self.p == 1:
            return input * 0.0
        shape = list(input.shape[:2]) + [1] * (input.dim() - 2)
        return input * (input.new_empty(shape).bernoulli_(1 - self.p) / (1 - self.p))


class Dropout1d(_ChannelDropout):
    def forward(self, input):
        if input.dim() == 2:
            return super().forward(input.unsqueeze(0)).squeeze(0)
        return super().forward(input)


class Dropout2d(_ChannelDropout):
    pass


class Dropout3d(_ChannelDropout):
    pass


class AlphaDropout(_DropoutNd):
    def forward(self, input):
        return F.alpha_dropout(input, self.p, self.training)


class FeatureAlphaDropout(_DropoutNd):
    def forward(self, input):
        return F.feature_alpha_dropout(input, self.p, self.training)
