"""Grouped queries with rotary positions: whole text at once, then word by word with a cache."""
from dataclasses import dataclass
from typing import Optional

import torch
from torch import nn

torch.manual_seed(12)
torch.set_grad_enabled(False)


@dataclass
class Sizes:
    width: int = 12
    heads: int = 3
    groups: Optional[int] = 1
    longest: int = 10

    @property
    def per_head(self):
        return self.width // self.heads


def turning(sizes: Sizes, base=100.0):
    """One complex number of length 1 for each position and each pair of features."""
    speed = base ** -(torch.arange(0, sizes.per_head, 2).float() / sizes.per_head)
    angle = torch.outer(torch.arange(sizes.longest).float(), speed)
    return torch.polar(torch.ones_like(angle), angle)


def turn(x, by):
    pairs = torch.view_as_complex(x.unflatten(-1, (-1, 2)))
    return torch.view_as_real(pairs * by.unsqueeze(1)).flatten(-2)


class GroupedAttention(nn.Module):
    def __init__(self, sizes: Sizes):
        super().__init__()
        self.sizes = sizes
        narrow = (sizes.groups or sizes.heads) * sizes.per_head
        self.query = nn.Linear(sizes.width, sizes.width, bias=False)
        self.pair = nn.Linear(sizes.width, 2 * narrow, bias=False)
        self.register_buffer("by", turning(sizes), persistent=False)
        self.cache = []

    def forward(self, x, keep=False):
        start = self.cache[0].shape[1] if keep and self.cache else 0
        by = self.by[start:start + x.shape[1]]
        q = turn(self.query(x).unflatten(-1, (self.sizes.heads, -1)), by)
        k, v = self.pair(x).chunk(2, dim=-1)
        k = turn(k.unflatten(-1, (-1, self.sizes.per_head)), by)
        v = v.unflatten(-1, (-1, self.sizes.per_head))
        if keep:
            if self.cache:
                k, v = (torch.cat(two, dim=1) for two in zip(self.cache, (k, v)))
            self.cache = [k, v]
        share = self.sizes.heads // k.shape[2]
        k, v = (t.repeat_interleave(share, dim=2) for t in (k, v))
        scores = torch.einsum("bqhd,bkhd->bhqk", q, k) * self.sizes.per_head ** -0.5
        later = torch.ones_like(scores, dtype=torch.bool).triu(1 + start)
        weights = scores.masked_fill(later, float("-inf")).softmax(-1)
        return torch.einsum("bhqk,bkhd->bqhd", weights, v).flatten(2), weights


sizes = Sizes()
print(sizes, sizes.per_head)
print(turning(sizes)[:3], turning(sizes).shape, turning(sizes).dtype)
layer = GroupedAttention(sizes)
x = torch.randn(1, 5, sizes.width)
whole, weights = layer(x)
print(weights[0, 0])
slowly = []
for t in range(x.shape[1]):
    y, w = layer(x[:, t:t + 1], keep=True)
    slowly.append(y)
    print(t, [tuple(c.shape) for c in layer.cache], [f"{p:.3f}" for p in w[0, 0, 0].tolist()])
print(torch.allclose(whole, torch.cat(slowly, dim=1), atol=1e-6), list(layer.state_dict()))
