"""A Llama of 135 million bfloat16 parameters (the sizes of SmolLM2-135M), random: one token after 128 others,
or a prompt of as many tokens as TOKENS says."""
import torch
from torch import nn
from torch.nn import functional as F

D, INNER, LAYERS, HEADS, KV_HEADS, WORDS, PAST = 576, 1536, 30, 9, 3, 49152, 128
WIDTH = D // HEADS


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(D))

    def forward(self, x):
        wide = x.float()
        return self.weight * (wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-5)).to(x.dtype)


def turned(x, cos, sin):
    first, second = x.chunk(2, dim=-1)
    return x * cos + torch.cat((-second, first), dim=-1) * sin


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(D, D, bias=False)
        self.k = nn.Linear(D, KV_HEADS * WIDTH, bias=False)
        self.v = nn.Linear(D, KV_HEADS * WIDTH, bias=False)
        self.o = nn.Linear(D, D, bias=False)

    def forward(self, x, cos, sin, past, mask):
        n = x.size(1)
        q = turned(self.q(x).view(1, n, HEADS, WIDTH).transpose(1, 2), cos, sin)
        k = turned(self.k(x).view(1, n, KV_HEADS, WIDTH).transpose(1, 2), cos, sin)
        v = self.v(x).view(1, n, KV_HEADS, WIDTH).transpose(1, 2)
        if past is not None:
            k, v = torch.cat((past[0], k), dim=2), torch.cat((past[1], v), dim=2)
        k = k.repeat_interleave(HEADS // KV_HEADS, dim=1)
        v = v.repeat_interleave(HEADS // KV_HEADS, dim=1)
        scores = q @ k.transpose(2, 3) * WIDTH ** -0.5
        if mask is not None:
            scores = scores + mask
        weights = scores.softmax(dim=-1, dtype=torch.float32).to(q.dtype)
        return self.o((weights @ v).transpose(1, 2).reshape(1, n, D))


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm_1, self.norm_2, self.attention = Norm(), Norm(), Attention()
        self.gate = nn.Linear(D, INNER, bias=False)
        self.up = nn.Linear(D, INNER, bias=False)
        self.down = nn.Linear(INNER, D, bias=False)

    def forward(self, x, cos, sin, past, mask):
        x = x + self.attention(self.norm_1(x), cos, sin, past, mask)
        y = self.norm_2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


# The bench writes this line anew.
TOKENS = 1

torch.set_grad_enabled(False)
torch.manual_seed(0)
embedding = nn.Embedding(WORDS, D).bfloat16()
embedding.weight.mul_(0.02)
layers = nn.ModuleList([Layer().bfloat16() for _ in range(LAYERS)])
last = Norm().bfloat16()
before = PAST if TOKENS == 1 else 0
tokens = torch.arange(TOKENS)[None] * 37 % WORDS
angles = torch.arange(before, before + TOKENS)[:, None] / 10000 ** (torch.arange(0, WIDTH, 2) / WIDTH)
angles = torch.cat((angles, angles), dim=1)
cos, sin = angles.cos().bfloat16(), angles.sin().bfloat16()
past, mask = None, torch.full((TOKENS, TOKENS), float("-inf")).triu(1).bfloat16()
if before:
    past, mask = [torch.randn(1, KV_HEADS, PAST, WIDTH).bfloat16() for _ in range(2)], None

# What follows is timed.
x = embedding(tokens)
for layer in layers:
    x = layer(x, cos, sin, past, mask)
logits = F.linear(last(x)[:, -1:], embedding.weight)
