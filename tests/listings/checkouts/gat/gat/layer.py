import torch
from torch import nn
from torch.nn import functional as F


class GraphAttention(nn.Module):
    def __init__(self, d_in, d_out, slope=0.2):
        super().__init__()
        self.W, self.a = nn.Linear(d_in, d_out, bias=False), nn.Parameter(torch.empty(2 * d_out, 1))
        nn.init.xavier_uniform_(self.a, gain=1.414)
        self.slope = slope

    def forward(self, h, adj):
        h = self.W(h)
        left, right = (h @ part for part in self.a.chunk(2))
        e = F.leaky_relu(left + right.T, self.slope)
        return F.softmax(e.masked_fill(adj == 0, -9e15), dim=1) @ h
