"""Two layers of attention, one head each, and nothing between them; attention keeps its weights.
And the texts that they learn from: random words that begin again."""
import math

import torch
from torch import nn

WORDS, PLACES, WIDTH = 16, 24, 32
STEPS = [0, 160, 320, 360, 400, 440, 480, 800]  # at which snapshots.pt was kept


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(WIDTH)
        self.query = nn.Linear(WIDTH, WIDTH, bias=False)
        self.key = nn.Linear(WIDTH, WIDTH, bias=False)
        self.value = nn.Linear(WIDTH, WIDTH, bias=False)
        self.output = nn.Linear(WIDTH, WIDTH, bias=False)

    def forward(self, x):
        normed = self.norm(x)
        scores = self.query(normed) @ self.key(normed).transpose(-2, -1) / math.sqrt(WIDTH)
        later = torch.ones(scores.shape[-2:]).triu(diagonal=1).bool()
        self.weights = scores.masked_fill(later, float("-inf")).softmax(dim=-1)
        return x + self.output(self.weights @ self.value(normed))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(WORDS, WIDTH)
        self.places = nn.Embedding(PLACES, WIDTH)
        self.layers = nn.ModuleList([Layer(), Layer()])
        self.norm = nn.LayerNorm(WIDTH)
        self.scores = nn.Linear(WIDTH, WORDS, bias=False)

    def forward(self, text):
        x = self.words(text) + self.places(torch.arange(text.shape[1]))
        for layer in self.layers:
            x = layer(x)
        return self.scores(self.norm(x))


def texts(count):
    """Random texts, and after how many words each begins again. That number differs from text to
    text, so that counting places does not help."""
    periods = torch.randint(6, 13, (count,))
    rows = [torch.randperm(WORDS)[:period].repeat(4)[:PLACES] for period in periods]
    return torch.stack(rows), periods
