"""Llama's attention: rotary positions, four query heads on two key heads."""
import math

import torch
import torch.nn.functional as F
from torch import nn


def precompute_freqs_cis(dim, end, theta=10000.0):
    freqs = 1.0 / (theta ** (torch.arange(0, dim, 2).float() / dim))
    freqs = torch.outer(torch.arange(end).float(), freqs)
    return torch.polar(torch.ones_like(freqs), freqs)


def apply_rotary_emb(x, freqs_cis):
    pairs = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(pairs * freqs_cis[None, :, None, :]).flatten(3)


def repeat_kv(x, n_rep):
    bs, slen, n_kv_heads, head_dim = x.shape
    x = x[:, :, :, None, :].expand(bs, slen, n_kv_heads, n_rep, head_dim)
    return x.reshape(bs, slen, n_kv_heads * n_rep, head_dim)


class Attention(nn.Module):
    def __init__(self, dim=16, n_heads=4, n_kv_heads=2):
        super().__init__()
        self.n_heads, self.n_kv_heads, self.head_dim = n_heads, n_kv_heads, dim // n_heads
        self.wq = nn.Linear(dim, n_heads * self.head_dim, bias=False)
        self.wk = nn.Linear(dim, n_kv_heads * self.head_dim, bias=False)
        self.wv = nn.Linear(dim, n_kv_heads * self.head_dim, bias=False)
        self.wo = nn.Linear(dim, dim, bias=False)

    def forward(self, x, freqs_cis, mask):
        bsz, seqlen, _ = x.shape
        xq = self.wq(x).view(bsz, seqlen, self.n_heads, self.head_dim)
        xk = self.wk(x).view(bsz, seqlen, self.n_kv_heads, self.head_dim)
        xv = self.wv(x).view(bsz, seqlen, self.n_kv_heads, self.head_dim)
        xq, xk = apply_rotary_emb(xq, freqs_cis), apply_rotary_emb(xk, freqs_cis)
        keys = repeat_kv(xk, self.n_heads // self.n_kv_heads).transpose(1, 2)
        values = repeat_kv(xv, self.n_heads // self.n_kv_heads).transpose(1, 2)
        queries = xq.transpose(1, 2)
        scores = torch.matmul(queries, keys.transpose(2, 3)) / math.sqrt(self.head_dim)
        masked = scores + mask
        weights = F.softmax(masked.float(), dim=-1).type_as(xq)
        output = torch.matmul(weights, values)
        return self.wo(output.transpose(1, 2).contiguous().view(bsz, seqlen, -1))


torch.manual_seed(3)
tokens = torch.randint(0, 20, (1, 4))
embeddings = nn.Embedding(20, 16)
layers = nn.ModuleList([Attention(), Attention()])
mask = torch.triu(torch.full((4, 4), float("-inf")), diagonal=1)
h = embeddings(tokens)
for layer in layers:
    h = h + layer(h, precompute_freqs_cis(4, 4), mask)
print(h.shape)

# The queries that share a key head, without repeating the keys.
q = torch.randn(2, 3, 2, 2, 4)
k = torch.randn(2, 3, 2, 4)
v = torch.randn(2, 3, 2, 4)
grouped = torch.einsum("bqhgd,bkhd->bhgqk", q, k).softmax(-1)
out = torch.einsum("bhgqk,bkhd->bqhgd", grouped, v)
print(grouped.shape, out.shape)
