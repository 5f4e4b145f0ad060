import torch
from torch import nn
from utils.masks import causal
from .base import Base


class Head(Base):
    def __init__(self, d, k):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(d, k, bias=False) for _ in "qkv")

    def forward(self, x):
        w = (self.q(x) @ self.k(x).mT).masked_fill(~causal(x.size(-2)), -torch.inf).softmax(-1)
        return w @ self.v(x), w
