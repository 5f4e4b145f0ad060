import torch
from torch import nn


class AdditiveAttention(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(d, d), nn.Linear(d, d, bias=False), nn.Linear(d, 1, bias=False)

    def forward(self, query, keys):
        scores = self.v(torch.tanh(self.q(query).unsqueeze(1) + self.k(keys))).squeeze(-1)
        weights = scores.softmax(-1)
        return (weights.unsqueeze(1) @ keys).squeeze(1), weights
