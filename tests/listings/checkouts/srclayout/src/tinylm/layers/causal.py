import math

import torch


def causal_attention(q, k, v, heads):
    *batch, n, d = q.shape
    q, k, v = (t.unflatten(-1, (heads, d // heads)).transpose(-2, -3) for t in (q, k, v))
    scores = torch.einsum('bhqd,bhkd->bhqk', q, k) / math.sqrt(d // heads)
    scores = scores.masked_fill(torch.ones(n, n, dtype=torch.bool).triu(1), float('-inf'))
    return torch.einsum('bhqk,bhkd->bhqd', scores.softmax(-1), v).transpose(-2, -3).flatten(-2)
