"""Attention pooling: one learned query over the words of each sentence."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class QueryPooling(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.query = nn.Parameter(torch.randn(dim))

    def forward(self, x, mask):
        scores = x @ self.query
        alpha = F.softmax(scores.masked_fill(~mask, float("-inf")), dim=-1)
        return torch.einsum("bt,btd->bd", alpha, x), alpha


class SelfAttentivePooling(nn.Module):
    "Scores by a small network, as in hierarchical attention networks."

    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, dim)
        self.context = nn.Linear(dim, 1, bias=False)

    def forward(self, x):
        u = torch.tanh(self.proj(x))
        weights = torch.softmax(self.context(u), dim=1)
        return (weights * x).sum(dim=1), weights


torch.manual_seed(15)
x = torch.randn(4, 4, 6)
mask = torch.tensor([[1, 1, 1, 1], [1, 1, 1, 0], [1, 1, 0, 0], [1, 0, 0, 0]], dtype=torch.bool)
pooled, alpha = QueryPooling(6)(x, mask)
attended, weights = SelfAttentivePooling(6)(x)
print(pooled.shape, alpha.shape, attended.shape, weights.shape)

# A probe with one query for the whole set, as CLIP and SigLIP have it.
probe = nn.Parameter(torch.randn(1, 1, 6))
pool = nn.MultiheadAttention(6, 3, batch_first=True)
summary, probe_map = pool(probe.expand(4, -1, -1), x, x, average_attn_weights=False)
print(summary.shape, probe_map.shape)

# Every word counts the same, and words weighted by their length.
uniform = torch.full((4,), 0.25)
mean = uniform @ x[0]
lengths = torch.tensor([3.0, 3.0, 5.0, 1.0])
by_length = lengths / lengths.sum()
average = by_length @ x[0]
print(mean.shape, average.shape)
