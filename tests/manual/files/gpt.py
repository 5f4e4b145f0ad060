import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        B, T, C = x.shape
        q, k, v = self.qkv(x).split(C, dim=2)
        q, k, v = (t.view(B, T, self.heads, -1).transpose(1, 2) for t in (q, k, v))
        att = q @ k.transpose(-2, -1) / k.size(-1) ** 0.5
        att = att.masked_fill(torch.ones(T, T).tril() == 0, float("-inf"))
        att = F.softmax(att, dim=-1)
        y = (att @ v).transpose(1, 2).reshape(B, T, C)
        return self.out(y)


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.attn = Attention(width, heads)
        self.mlp = nn.Linear(width, width)

    def forward(self, x):
        x = x + self.attn(x)
        x = x + self.mlp(x)
        return x


class GPT(nn.Module):
    def __init__(self, words, width, heads):
        super().__init__()
        self.wte = nn.Embedding(words, width)
        self.h = nn.ModuleList([Block(width, heads) for _ in range(2)])

    def forward(self, ids):
        x = self.wte(ids)
        for block in self.h:
            x = block(x)
        return x @ self.wte.weight.T


torch.manual_seed(0)
transformer = GPT(8, 8, 2)
logits = transformer(torch.tensor([[1, 2, 3, 1, 2, 3, 1]]))
