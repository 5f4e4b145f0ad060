"""einops in lucidrains' style: heads on an axis of their own, and a Perceiver's (b h)."""
import torch
from einops import rearrange, repeat
from torch import einsum, nn


class Attention(nn.Module):
    def __init__(self, dim, heads=2, dim_head=4):
        super().__init__()
        self.heads, self.scale = heads, dim_head ** -0.5
        self.to_qkv = nn.Linear(dim, dim_head * heads * 3, bias=False)
        self.to_out = nn.Linear(dim_head * heads, dim)

    def forward(self, x):
        qkv = self.to_qkv(x).chunk(3, dim=-1)
        q, k, v = map(lambda t: rearrange(t, "b n (h d) -> b h n d", h=self.heads), qkv)
        dots = torch.matmul(q, k.transpose(-1, -2)) * self.scale
        attn = dots.softmax(dim=-1)
        out = torch.matmul(attn, v)
        out = rearrange(out, "b h n d -> b n (h d)")
        return self.to_out(out)


class PerceiverAttention(nn.Module):
    def __init__(self, dim, context_dim, heads=2, dim_head=4):
        super().__init__()
        self.heads, self.scale = heads, dim_head ** -0.5
        self.to_q = nn.Linear(dim, heads * dim_head, bias=False)
        self.to_kv = nn.Linear(context_dim, heads * dim_head * 2, bias=False)
        self.to_out = nn.Linear(heads * dim_head, dim)

    def forward(self, x, context):
        q = self.to_q(x)
        k, v = self.to_kv(context).chunk(2, dim=-1)
        q, k, v = map(lambda t: rearrange(t, "b n (h d) -> (b h) n d", h=self.heads), (q, k, v))
        sim = einsum("b i d, b j d -> b i j", q, k) * self.scale
        attn = sim.softmax(dim=-1)
        out = einsum("b i j, b j d -> b i d", attn, v)
        return self.to_out(rearrange(out, "(b h) n d -> b n (h d)", h=self.heads))


torch.manual_seed(13)
data = torch.randn(2, 7, 6)
learned = nn.Parameter(torch.randn(3, 8))
latents = repeat(learned, "n d -> b n d", b=2)
read = PerceiverAttention(8, 6)
latent_attention = Attention(8)
x = latents + read(latents, data)
x = x + latent_attention(x)
print(x.shape)

queries = rearrange(torch.randn(2, 3, 8), "b n (h d) -> h b n d", h=2)
keys = rearrange(torch.randn(2, 3, 8), "b n (h d) -> h b n d", h=2)
values = rearrange(torch.randn(2, 3, 8), "b n (h d) -> h b n d", h=2)
energy = einsum("h b q d, h b k d -> h b q k", queries, keys)
att = energy.softmax(dim=-1)
mixed = einsum("h b q k, h b k d -> h b q d", att, values)
print(att.shape, mixed.shape)
