"""Cross-attention in a diffusion U-Net: an image looks at the words of its prompt."""
import math
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F

import qkv


def timestep_embedding(timesteps, dim):
    half = dim // 2
    freqs = torch.exp(-math.log(10000) * torch.arange(0, half, dtype=torch.float32) / half)
    args = timesteps[:, None].float() * freqs[None]
    return torch.cat([torch.cos(args), torch.sin(args)], dim=-1)


class ResBlock(nn.Module):
    def __init__(self, channels, out, time):
        super().__init__()
        self.norm1, self.conv1 = nn.GroupNorm(4, channels), nn.Conv2d(channels, out, 3, padding=1)
        self.time_emb_proj = nn.Linear(time, out)
        self.norm2, self.conv2 = nn.GroupNorm(4, out), nn.Conv2d(out, out, 3, padding=1)
        self.shortcut = nn.Conv2d(channels, out, 1) if channels != out else nn.Identity()

    def forward(self, x, temb):
        h = self.conv1(F.silu(self.norm1(x)))
        h = h + self.time_emb_proj(F.silu(temb))[:, :, None, None]
        h = self.conv2(F.silu(self.norm2(h)))
        return self.shortcut(x) + h


class CrossAttention(nn.Module):
    def __init__(self, query_dim, context_dim, heads=2):
        super().__init__()
        self.heads, self.scale = heads, (query_dim // heads) ** -0.5
        self.to_q = nn.Linear(query_dim, query_dim, bias=False)
        self.to_k = nn.Linear(context_dim, query_dim, bias=False)
        self.to_v = nn.Linear(context_dim, query_dim, bias=False)
        self.to_out = nn.Sequential(nn.Linear(query_dim, query_dim), nn.Dropout(0.0))

    def forward(self, x, context):
        q, k, v = self.to_q(x), self.to_k(context), self.to_v(context)
        q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in (q, k, v))
        sim = torch.einsum("bhid,bhjd->bhij", q, k) * self.scale
        attn = sim.softmax(dim=-1)
        out = torch.einsum("bhij,bhjd->bhid", attn, v)
        return self.to_out(out.transpose(1, 2).flatten(2))


class SpatialTransformer(nn.Module):
    def __init__(self, channels, context):
        super().__init__()
        self.norm = nn.GroupNorm(4, channels)
        self.norm1, self.norm2 = nn.LayerNorm(channels), nn.LayerNorm(channels)
        self.attn1 = CrossAttention(channels, channels)
        self.attn2 = CrossAttention(channels, context)

    def forward(self, x, context):
        b, c, h, w = x.shape
        hidden = self.norm(x).flatten(2).transpose(1, 2)
        normed = self.norm1(hidden)
        hidden = hidden + self.attn1(normed, normed)
        hidden = hidden + self.attn2(self.norm2(hidden), context)
        return x + hidden.transpose(1, 2).reshape(b, c, h, w)


class UNet(nn.Module):
    def __init__(self, channels=8, context=12):
        super().__init__()
        self.time = nn.Sequential(nn.Linear(channels, 16), nn.SiLU(), nn.Linear(16, 16))
        self.conv_in = nn.Conv2d(4, channels, 3, padding=1)
        self.down, self.downsample = ResBlock(channels, 16, 16), nn.Conv2d(16, 16, 3, 2, 1)
        self.middle = SpatialTransformer(16, context)
        self.up = ResBlock(32, channels, 16)
        self.conv_out = nn.Conv2d(channels, 4, 3, padding=1)

    def forward(self, sample, timestep, encoder_hidden_states):
        temb = self.time(timestep_embedding(timestep, 8))
        x = self.conv_in(sample)
        skip = self.down(x, temb)
        x = self.middle(self.downsample(skip), encoder_hidden_states)
        x = F.interpolate(x, scale_factor=2.0, mode="nearest")
        x = self.up(torch.cat([x, skip], dim=1), temb)
        return self.conv_out(x)


torch.manual_seed(10)
model = UNet().eval()
sample, prompt = torch.randn(1, 4, 8, 8), torch.randn(1, 5, 12)
with torch.no_grad(), qkv.record(sys.argv[1], model, keep=True, sample=sample, prompt=prompt):
    noise = model(sample, torch.tensor([17]), prompt)
