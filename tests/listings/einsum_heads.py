#%% Heads by einsum
import numpy as np
import torch
from torch import einsum, nn
import torch.nn.functional as F
from typing import Optional, Tuple

torch.set_printoptions(precision=3, sci_mode=False)


class EinsumAttention(nn.Module):
    def __init__(self, dim: int, heads: int = 2, dim_head: int = 3, causal: bool = False) -> None:
        super().__init__()
        inner_dim = dim_head * heads
        self.heads = heads
        self.scale = dim_head ** -0.5
        self.causal = causal
        self.to_qkv = nn.Linear(dim, inner_dim * 3, bias=False)
        self.to_out = nn.Sequential(nn.Linear(inner_dim, dim), nn.Dropout(0.2))

    def forward(self, x: torch.Tensor, mask: Optional[torch.Tensor] = None) -> Tuple[torch.Tensor, torch.Tensor]:
        b, n, _, h = *x.shape, self.heads
        qkv = self.to_qkv(x).chunk(3, dim=-1)
        q, k, v = map(lambda t: t.reshape(b, n, h, -1).permute(0, 2, 1, 3), qkv)
        dots = einsum("b h i d, b h j d -> b h i j", q, k) * self.scale
        mask_value = -torch.finfo(dots.dtype).max
        if mask is not None:
            dots.masked_fill_(~mask[:, None, None, :], mask_value)
        if self.causal:
            i, j = dots.shape[-2:]
            dots.masked_fill_(torch.ones(i, j).triu_(j - i + 1).bool(), mask_value)
        attn = dots.softmax(dim=-1)
        out = einsum("bhij,bhjd->bhid", attn, v)
        out = out.transpose(1, 2).reshape(b, n, -1)
        return self.to_out(out), attn


torch.manual_seed(7)
layer = EinsumAttention(dim=4, causal=True)
layer.eval()
x = torch.randn(2, 5, 4)
mask = torch.tensor([[True] * 5, [True, True, True, False, False]])
with torch.no_grad():
    y, attn = layer(x, mask)
print(y)
print(attn[1])

#%% A table of positions with numpy
def get_position_encoding(seq_len, d, n=10000):
    P = np.zeros((seq_len, d))
    for k in range(seq_len):
        for i in np.arange(int(d / 2)):
            denominator = np.power(n, 2 * i / d)
            P[k, 2 * i] = np.sin(k / denominator)
            P[k, 2 * i + 1] = np.cos(k / denominator)
    return P


P = get_position_encoding(seq_len=4, d=4, n=100)
print(P)
print(torch.from_numpy(P).float() @ torch.ones(4, 1))
print(np.round(P.mean(axis=0), 3), P.shape, P.dtype)

#%% Another way to write the products
a = torch.arange(6.).view(2, 3)
b = torch.arange(12.).view(3, 4)
print(torch.einsum("ik,kj->ij", a, b), torch.einsum("ij->ji", a), torch.einsum("ij->", a))
print(torch.einsum("ii->i", torch.arange(9).view(3, 3)), torch.einsum("i,j->ij", a[0], a[1]))
print(torch.allclose(F.normalize(a, dim=1).norm(dim=1)[1:], torch.ones(1)))
