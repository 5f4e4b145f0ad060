import torch
import torch.nn as nn

from ..layers.causal import causal_attention
from ._registry import register


@register("attention")
class AttentionLM(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.embed = nn.Embedding(config.vocab_size, config.dim)
        self.qkv = nn.Linear(config.dim, 3 * config.dim)
        self.head = nn.Linear(config.dim, config.vocab_size)
        self.heads = config.heads

    def forward(self, idx):
        x = self.embed(idx)
        return self.head(x + causal_attention(*self.qkv(x).chunk(3, -1), self.heads))
