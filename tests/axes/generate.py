"""A decoder that generates greedily with a cache: one query, more keys each time."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class CachedAttention(nn.Module):
    def __init__(self, dim, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)

    def forward(self, x, past=None):
        B, T, C = x.shape
        q = self.q_proj(x).view(B, T, self.n_heads, -1).transpose(1, 2)
        k = self.k_proj(x).view(B, T, self.n_heads, -1).transpose(1, 2)
        v = self.v_proj(x).view(B, T, self.n_heads, -1).transpose(1, 2)
        if past is not None:
            k = torch.cat((past[0], k), dim=2)
            v = torch.cat((past[1], v), dim=2)
        scores = q @ k.transpose(-1, -2) / (C // self.n_heads) ** 0.5
        visible = torch.ones(T, k.size(2), dtype=torch.bool).tril(k.size(2) - T)
        w = F.softmax(scores.masked_fill(~visible, float("-inf")), dim=-1)
        return (w @ v).transpose(1, 2).reshape(B, T, C), (k, v), w


class Decoder(nn.Module):
    def __init__(self, vocab=9, dim=8, n_heads=2, n_layers=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.layers = nn.ModuleList([CachedAttention(dim, n_heads) for _ in range(n_layers)])
        self.head = nn.Linear(dim, vocab)

    def forward(self, ids, cache):
        x = self.embed(ids)
        maps, new = [], []
        for layer, past in zip(self.layers, cache):
            y, kept, w = layer(x, past)
            x = x + y
            new.append(kept)
            maps.append(w)
        return self.head(x), new, maps


torch.manual_seed(14)
model = Decoder()
ids = torch.tensor([[3, 1]])
logits, cache, prompt_maps = model(ids, [None, None])
prompt_map = prompt_maps[0]
for _ in range(3):
    next_id = logits[:, -1].argmax(-1, keepdim=True)
    ids = torch.cat((ids, next_id), dim=1)
    logits, cache, step_maps = model(next_id, cache)
last_map = step_maps[1]
print(ids.shape, prompt_map.shape, last_map.shape)

lone = CachedAttention(8, 1)
out, kept, lone_map = lone(model.embed(ids[:, -1:]))
print(lone_map.shape)
