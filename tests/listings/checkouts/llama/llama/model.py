from dataclasses import dataclass
from typing import Optional

import torch
import torch.nn.functional as F
from torch import nn


@dataclass
class ModelArgs:
    dim: int = 16
    n_layers: int = 1
    n_heads: int = 2
    n_kv_heads: Optional[int] = None
    vocab_size: int = 12
    norm_eps: float = 1e-5
    max_seq_len: int = 16


class RMSNorm(nn.Module):
    def __init__(self, dim, eps):
        super().__init__()
        self.eps, self.weight = eps, nn.Parameter(torch.ones(dim))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight


def rotate(x, start):
    b, t, h, d = x.shape
    angles = torch.outer(torch.arange(start, start + t).float(), 10000.0 ** (-torch.arange(0, d, 2).float() / d))
    cos, sin = angles.cos()[None, :, None], angles.sin()[None, :, None]
    a, b_ = x[..., ::2], x[..., 1::2]
    return torch.stack((a * cos - b_ * sin, a * sin + b_ * cos), -1).flatten(3)


class Attention(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.n_kv, self.h = args.n_kv_heads or args.n_heads, args.n_heads
        self.d = args.dim // args.n_heads
        self.wq, self.wo = nn.Linear(args.dim, args.dim, bias=False), nn.Linear(args.dim, args.dim, bias=False)
        self.wk, self.wv = [nn.Linear(args.dim, self.n_kv * self.d, bias=False) for _ in range(2)]
        self.cache = None

    def forward(self, x, start_pos):
        b, t, _ = x.shape
        q = rotate(self.wq(x).view(b, t, self.h, self.d), start_pos)
        k = rotate(self.wk(x).view(b, t, self.n_kv, self.d), start_pos)
        v = self.wv(x).view(b, t, self.n_kv, self.d)
        if start_pos:
            k, v = torch.cat((self.cache[0], k), 1), torch.cat((self.cache[1], v), 1)
        self.cache = k, v
        q, k, v = (s.transpose(1, 2) for s in (q, k.repeat_interleave(self.h // self.n_kv, 2), v.repeat_interleave(self.h // self.n_kv, 2)))
        scores = q @ k.transpose(2, 3) / self.d ** 0.5
        if t > 1:
            scores = scores + torch.full((t, t), float("-inf")).triu(1)
        return self.wo((F.softmax(scores.float(), dim=-1).type_as(q) @ v).transpose(1, 2).reshape(b, t, -1))


class Transformer(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.tok = nn.Embedding(args.vocab_size, args.dim)
        self.layers = nn.ModuleList(nn.ModuleDict(dict(
            attention=Attention(args), w1=nn.Linear(args.dim, 32, bias=False), w2=nn.Linear(32, args.dim, bias=False),
            w3=nn.Linear(args.dim, 32, bias=False), n1=RMSNorm(args.dim, args.norm_eps),
            n2=RMSNorm(args.dim, args.norm_eps))) for _ in range(args.n_layers))
        self.norm = RMSNorm(args.dim, args.norm_eps)
        self.output = nn.Linear(args.dim, args.vocab_size, bias=False)

    @torch.inference_mode()
    def forward(self, tokens, start_pos):
        h = self.tok(tokens)
        for l in self.layers:
            h = h + l.attention(l.n1(h), start_pos)
            x = l.n2(h)
            h = h + l.w2(F.silu(l.w1(x)) * l.w3(x))
        return self.output(self.norm(h)).float()
