"""Attention as in DeepSeek-V2's model.py: the head stands between query and key."""
import torch
from torch import nn


class MLA(nn.Module):
    def __init__(self, dim, n_heads, rank):
        super().__init__()
        self.n_heads = n_heads
        self.head_dim = dim // n_heads
        self.softmax_scale = self.head_dim ** -0.5
        self.wq = nn.Linear(dim, dim, bias=False)
        self.wkv_a = nn.Linear(dim, rank, bias=False)
        self.wkv_b = nn.Linear(rank, 2 * dim, bias=False)
        self.wo = nn.Linear(dim, dim, bias=False)

    def forward(self, x, mask):
        bsz, seqlen, _ = x.size()
        q = self.wq(x).view(bsz, seqlen, self.n_heads, self.head_dim)
        kv = self.wkv_b(self.wkv_a(x)).view(bsz, seqlen, self.n_heads, 2 * self.head_dim)
        k, v = torch.split(kv, [self.head_dim, self.head_dim], dim=-1)
        scores = torch.einsum("bshd,bthd->bsht", q, k) * self.softmax_scale
        masked = scores + mask.unsqueeze(1)
        weights = masked.softmax(dim=-1, dtype=torch.float32).type_as(x)
        o = torch.einsum("bsht,bthd->bshd", weights, v)
        return self.wo(o.flatten(2))


class AbsorbedMLA(MLA):
    """The same numbers; the up-projection of the keys is moved to the queries."""

    def forward(self, x, mask):
        bsz, seqlen, _ = x.size()
        q = self.wq(x).view(bsz, seqlen, self.n_heads, self.head_dim)
        c = self.wkv_a(x)
        wkv_b = self.wkv_b.weight.view(self.n_heads, -1, c.size(-1))
        q_latent = torch.einsum("bshd,hdc->bshc", q, wkv_b[:, :self.head_dim])
        scores = torch.einsum("bshc,btc->bsht", q_latent, c) * self.softmax_scale
        weights = (scores + mask.unsqueeze(1)).softmax(dim=-1)
        latent = torch.einsum("bsht,btc->bshc", weights, c)
        o = torch.einsum("bshc,hdc->bshd", latent, wkv_b[:, -self.head_dim:])
        return self.wo(o.flatten(2))


torch.manual_seed(2)
x = torch.randn(2, 5, 12)
mask = torch.full((5, 5), float("-inf")).triu_(1)
naive = MLA(12, 3, 5)
absorbed = AbsorbedMLA(12, 3, 5)
absorbed.load_state_dict(naive.state_dict())
a = naive(x, mask)
b = absorbed(x, mask)
print(a.shape, torch.allclose(a, b, atol=1e-5))
