"""Softmax attention by random features, and mixing without attention."""
import math
from functools import partial

import torch
from torch import nn

torch.manual_seed(8)
torch.set_grad_enabled(False)


def directions(count, width):
    """Rows at right angles to each other, as long as random vectors are."""
    blocks = []
    while sum(len(block) for block in blocks) < count:
        square, _ = torch.linalg.qr(torch.randn(width, width))
        blocks.append(square.T)
    lengths = torch.randn(count, width).norm(dim=1, keepdim=True)
    return torch.cat(blocks)[:count] * lengths


def positive(x, rows):
    x = x / x.shape[-1] ** 0.25
    return torch.exp(x @ rows.T - x.square().sum(-1, keepdim=True) / 2) / math.sqrt(len(rows))


def fast(q, k, v, feature):
    q, k = feature(q), feature(k)
    return (q @ (k.transpose(-2, -1) @ v)) / (q @ k.sum(-2).unsqueeze(-1))


q, k, v = (0.5 * torch.randn(2, 4, 6) for _ in range(3))
exact = torch.softmax(q @ k.mT / math.sqrt(6), dim=-1) @ v
for count in (6, 24, 600):
    rows = directions(count, 6)
    error = (fast(q, k, v, partial(positive, rows=rows)) - exact).abs().max().item()
    print(f"{count:4d} features: off by {error:.4f}")
rows = directions(6, 6)
unit = rows / rows.norm(dim=1, keepdim=True)
print(torch.allclose(unit @ unit.T, torch.eye(6), atol=1e-5), torch.linalg.det(unit).abs().round(decimals=4))


class Waves(nn.Module):
    def forward(self, x):
        return torch.fft.fft(torch.fft.fft(x, dim=-1), dim=-2).real


x = torch.randn(1, 4, 6)
print(Waves()(x))
print(torch.quantile(x, torch.tensor([0.1, 0.5, 0.9])), torch.cov(x[0]), torch.histc(x, bins=4, min=-2, max=2))
layer = nn.Linear(6, 4)
nn.init.orthogonal_(layer.weight)
print((layer.weight @ layer.weight.T).round(decimals=4).abs())
