from torch import nn


class FeedForward(nn.Sequential):
    def __init__(self, dim, hidden_dim):
        super().__init__(nn.LayerNorm(dim), nn.Linear(dim, hidden_dim), nn.GELU(), nn.Linear(hidden_dim, dim))
