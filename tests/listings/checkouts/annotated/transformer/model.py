import copy

import torch.nn as nn
from torch.nn.functional import log_softmax

from .attention import MultiHeadedAttention
from .layers import LayerNorm, SublayerConnection, clones


class Encoder(nn.Module):
    def __init__(self, size, attn, ff, dropout, N):
        super().__init__()
        layer = nn.ModuleDict(dict(attn=attn, ff=ff, sub=clones(SublayerConnection(size, dropout), 2)))
        self.layers, self.norm = clones(layer, N), LayerNorm(size)

    def forward(self, x, mask):
        for layer in self.layers:
            x = layer["sub"][0](x, lambda x: layer["attn"](x, x, x, mask))
            x = layer["sub"][1](x, layer["ff"])
        return self.norm(x)


class LanguageModel(nn.Module):
    def __init__(self, encoder, embed, generator):
        super().__init__()
        self.encoder, self.embed, self.generator = encoder, embed, generator

    def forward(self, src, mask):
        return log_softmax(self.generator(self.encoder(self.embed(src), mask)), dim=-1)


def make_model(vocab, N=2, d_model=16, d_ff=32, h=2, dropout=0.0):
    c = copy.deepcopy
    attn = MultiHeadedAttention(h, d_model, dropout)
    ff = nn.Sequential(nn.Linear(d_model, d_ff), nn.ReLU(), nn.Dropout(dropout), nn.Linear(d_ff, d_model))
    model = LanguageModel(Encoder(d_model, c(attn), c(ff), dropout, N), nn.Embedding(vocab, d_model),
                          nn.Linear(d_model, vocab))
    for p in model.parameters():
        if p.dim() > 1:
            nn.init.xavier_uniform_(p)
    return model
