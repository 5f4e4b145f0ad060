"""nanoGPT's attention: four sequences of four tokens, four heads of four numbers."""
import math
from dataclasses import dataclass

import torch
import torch.nn as nn
from torch.nn import functional as F


@dataclass
class GPTConfig:
    block_size: int = 4
    n_layer: int = 2
    n_head: int = 4
    n_embd: int = 16
    flash: bool = False


class CausalSelfAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.c_attn = nn.Linear(config.n_embd, 3 * config.n_embd)
        self.c_proj = nn.Linear(config.n_embd, config.n_embd)
        self.n_head = config.n_head
        self.n_embd = config.n_embd
        self.flash = config.flash
        bias = torch.tril(torch.ones(config.block_size, config.block_size))
        self.register_buffer("bias", bias.view(1, 1, config.block_size, config.block_size))

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.c_attn(x).split(self.n_embd, dim=2)
        k = k.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)  # (B, nh, T, hs)
        q = q.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        v = v.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        if self.flash:
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        else:
            scores = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
            masked = scores.masked_fill(self.bias[:, :, :T, :T] == 0, float("-inf"))
            att = F.softmax(masked, dim=-1)
            y = att @ v
        y = y.transpose(1, 2).contiguous().view(B, T, C)
        return self.c_proj(y)


torch.manual_seed(1337)
x = torch.randn(4, 4, 16)
h = nn.ModuleList([CausalSelfAttention(GPTConfig()) for _ in range(2)])
fast = CausalSelfAttention(GPTConfig(flash=True))
fast.load_state_dict(h[0].state_dict())
first = h[0](x)
second = h[1](x + first)
same = fast(x)
print(second.shape, torch.allclose(first, same, atol=1e-6))
