"""The Annotated Transformer: attention() as a function, MultiHeadedAttention around it."""
import copy
import math

import torch
import torch.nn as nn


def clones(module, N):
    return nn.ModuleList([copy.deepcopy(module) for _ in range(N)])


def subsequent_mask(size):
    attn_shape = (1, size, size)
    return torch.triu(torch.ones(attn_shape), diagonal=1).type(torch.uint8) == 0


def attention(query, key, value, mask=None, dropout=None):
    "Compute 'Scaled Dot Product Attention'"
    d_k = query.size(-1)
    scores = torch.matmul(query, key.transpose(-2, -1)) / math.sqrt(d_k)
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    p_attn = scores.softmax(dim=-1)
    if dropout is not None:
        p_attn = dropout(p_attn)
    return torch.matmul(p_attn, value), p_attn


class MultiHeadedAttention(nn.Module):
    def __init__(self, h, d_model, dropout=0.0):
        super().__init__()
        self.d_k, self.h = d_model // h, h
        self.linears = clones(nn.Linear(d_model, d_model), 4)
        self.attn = None
        self.dropout = nn.Dropout(p=dropout)

    def forward(self, query, key, value, mask=None):
        if mask is not None:
            mask = mask.unsqueeze(1)
        nbatches = query.size(0)
        query, key, value = [
            lin(x).view(nbatches, -1, self.h, self.d_k).transpose(1, 2)
            for lin, x in zip(self.linears, (query, key, value))
        ]
        x, self.attn = attention(query, key, value, mask=mask, dropout=self.dropout)
        x = x.transpose(1, 2).contiguous().view(nbatches, -1, self.h * self.d_k)
        return self.linears[-1](x)


class DecoderLayer(nn.Module):
    def __init__(self, size, h):
        super().__init__()
        self.self_attn = MultiHeadedAttention(h, size)
        self.src_attn = MultiHeadedAttention(h, size)
        self.norms = clones(nn.LayerNorm(size), 2)

    def forward(self, x, memory, src_mask, tgt_mask):
        n = self.norms[0](x)
        x = x + self.self_attn(n, n, n, tgt_mask)
        return x + self.src_attn(self.norms[1](x), memory, memory, src_mask)


torch.manual_seed(9)
layers = clones(DecoderLayer(8, 2), 2)
memory = torch.randn(2, 6, 8)
src_mask = torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 0, 0]]).unsqueeze(-2) != 0
x = torch.randn(2, 3, 8)
for layer in layers:
    x = layer(x, memory, src_mask, subsequent_mask(3))
self_map = layers[1].self_attn.attn[0, 1]
source_map = layers[1].src_attn.attn
print(x.shape, self_map.shape, source_map.shape)
