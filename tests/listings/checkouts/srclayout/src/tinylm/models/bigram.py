import torch.nn as nn

from ._registry import register


@register("bigram")
class Bigram(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Embedding(config.vocab_size, config.vocab_size)

    def forward(self, idx):
        return self.table(idx)
