"""Multi-head attention, with a try-out below."""
import torch
from torch import nn

from .. import Config
from ..config import Config as Same
from . import norm
from .norm import Norm


class MultiHead(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.norm, self.attn = Norm(config.d), nn.MultiheadAttention(config.d, config.heads, batch_first=True)

    def forward(self, x):
        y, w = self.attn(*[self.norm(x)] * 3)
        return x + y, w


if __name__ == "__main__":
    torch.manual_seed(0)
    y, w = MultiHead(Config)(torch.randn(1, 3, 8))
    print(y, w, Config is Same, norm.Norm is Norm)
