import torch, math
import torch.nn as nn
import torch.nn.functional as F
from torch.nn import Module, Linear, Dropout, LayerNorm, Embedding, ModuleList, Parameter
from typing import Optional, Union, Iterable
from dataclasses import dataclass, replace
torch.manual_seed(2024)
@dataclass(frozen=True)
class Cfg:
    d: int = 16; h: int = 4; layers: int = 2; vocab: int = 12; act: str = 'gelu'; p: float = 0.0
    def __post_init__(self):
        if self.d % self.h: raise ValueError(f"d ({self.d}) must be divisible by h ({self.h})")
class T5Norm(Module):
    def __init__(self, d, eps=1e-6): super().__init__(); self.weight = Parameter(torch.ones(d)); self.eps = eps
    def forward(self, x): return self.weight * x * torch.rsqrt(x.square().mean(-1, keepdim=True) + self.eps)
def get_activation(name: str):
    try: return {'gelu': F.gelu, 'relu': F.relu, 'silu': F.silu, 'mish': F.mish}[name]
    except KeyError as e: raise NotImplementedError(f'activation {name} unknown') from e
class DisentangledAttention(Module):
    """DeBERTa-like content/position attention."""
    def __init__(self, c: Cfg, span=4):
        super().__init__()
        self.c, self.span = c, span
        self.in_proj = Linear(c.d, 3 * c.d, bias=False)
        self.pos = Embedding(2 * span, c.d)
        self.pk, self.pq = Linear(c.d, c.d, bias=False), Linear(c.d, c.d)
    def heads(self, t): return t.unflatten(-1, (self.c.h, -1)).transpose(-3, -2)
    def forward(self, x, mask=None):
        n = x.size(1)
        q, k, v = map(self.heads, self.in_proj(x).chunk(3, -1))
        rel = (torch.arange(n)[:, None] - torch.arange(n)[None]).clamp(-self.span, self.span - 1) + self.span
        pk, pq = self.heads(self.pk(self.pos.weight)), self.heads(self.pq(self.pos.weight))
        c2c = q @ k.transpose(-1, -2)
        c2p = torch.gather(q @ pk.transpose(-1, -2), -1, rel.expand(x.size(0), self.c.h, n, n))
        p2c = torch.gather(k @ pq.transpose(-1, -2), -1, rel.expand(x.size(0), self.c.h, n, n)).transpose(-1, -2)
        s = (c2c + c2p + p2c) / math.sqrt(3 * q.size(-1))
        if mask is not None: s = s.masked_fill(~mask[:, None, None], torch.finfo(s.dtype).min)
        w = s.softmax(-1).nan_to_num()
        return (w @ v).transpose(1, 2).flatten(-2), w
class Block(Module):
    def __init__(self, c):
        super().__init__()
        self.attn, self.norms = DisentangledAttention(c), ModuleList(T5Norm(c.d) for _ in range(2))
        self.wi, self.wo = Linear(c.d, 2 * c.d, bias=False), Linear(c.d, c.d, bias=False)
        self.act = get_activation(c.act); self.drop = Dropout(c.p)
    def forward(self, x, mask=None, *, collect: Optional[list] = None):
        a, w = self.attn(self.norms[0](x), mask)
        if collect is not None: collect.append(w)
        x = x + self.drop(a)
        g, u = self.wi(self.norms[1](x)).chunk(2, dim=-1)
        return x + self.drop(self.wo(self.act(g) * u))
cfg = Cfg(); small = replace(cfg, layers=1)
for bad in (dict(h=3), dict(act='foo')):
    try: Block(replace(cfg, **bad))
    except (ValueError, NotImplementedError) as e: print(f"{type(e).__name__}: {e} (cause: {e.__cause__!r})")
try: cfg.d = 3
except Exception as e: print(type(e).__name__, e)
emb = Embedding(cfg.vocab, cfg.d, padding_idx=0, max_norm=None)
blocks = ModuleList([Block(cfg) for _ in range(cfg.layers)])
ids = torch.tensor([[3, 1, 4, 1, 5], [9, 2, 6, 0, 0]])
maps = []
with torch.no_grad():
    x = emb(ids)
    for b in blocks: x = b(x, ids.ne(0), collect=maps)
print(x[1, 0].round(decimals=3), [tuple(m.shape) for m in maps])
ent = torch.stack([-(m * m.clamp_min(1e-9).log()).sum(-1).mean((0, 2)) for m in maps])
print("entropy per layer/head:"); 
for l, row in enumerate(ent): print(f"  layer {l}: " + " ".join(f"{v:6.3f}" for v in row))
rollout = torch.eye(5).expand(2, 5, 5)
for m in maps:
    a = 0.5 * m.mean(1) + 0.5 * torch.eye(5); a /= a.sum(-1, keepdim=True); rollout = a @ rollout
print(rollout[1], rollout.sum(-1).allclose(torch.ones(2, 5)))
vals, idx = maps[-1].mean(1)[0].topk(2, dim=-1)
for i, (v, j) in enumerate(zip(vals.tolist(), idx.tolist())): print(i, [f"{jj}:{vv:.2f}" for vv, jj in zip(v, j)])
h = torch.zeros(12).scatter_add_(0, ids.flatten(), torch.ones(10)); print(h, torch.bincount(ids.flatten()))
w = emb.weight.detach().clone(); w[0] += 1; print(w[:2, :3], emb.weight[0, :3].detach())
print(cfg, cfg == Cfg(), hash(cfg) == hash(Cfg()))
