import torch
from torch import nn


class TopK(nn.Module):
    def __init__(self, d, experts, k):
        super().__init__()
        self.gate, self.k = nn.Linear(d, experts, bias=False), k

    def forward(self, x):
        values, chosen = self.gate(x).topk(self.k, dim=-1)
        return values.softmax(-1), chosen
