import torch
from torch import nn

from ..attention.bahdanau import AdditiveAttention


class Decoder(nn.Module):
    def __init__(self, vocab, d):
        super().__init__()
        self.embed, self.attention = nn.Embedding(vocab, d), AdditiveAttention(d)
        self.cell, self.out = nn.GRUCell(2 * d, d), nn.Linear(d, vocab)

    def forward(self, tokens, memory, state):
        logits, weights = [], []
        for x in self.embed(tokens).unbind(1):
            context, w = self.attention(state, memory)
            state = self.cell(torch.cat([x, context], -1), state)
            logits.append(self.out(state)); weights.append(w)
        return torch.stack(logits, 1), torch.stack(weights, 1)
