"""A small GPT whose tokens are letters. Its classes are those of the lesson "A GPT from end to end"."""
import torch
from torch import nn
from torch.nn import functional as F

LETTERS = " abcdefghijklmnopqrstuvwxyz,.!?'-:;"
PLACES, WIDTH, BLOCKS = 64, 36, 3


class Head(nn.Module):
    def __init__(self, width, size):
        super().__init__()
        self.query = nn.Linear(width, size, bias=False)
        self.key = nn.Linear(width, size, bias=False)
        self.value = nn.Linear(width, size, bias=False)

    def forward(self, x):
        queries, keys = self.query(x), self.key(x)
        scores = queries @ keys.transpose(-1, -2)
        n, size = keys.shape[-2:]
        mask = torch.triu(torch.full((n, n), float("-inf")), diagonal=1)
        self.weights = torch.softmax(scores / size ** 0.5 + mask, dim=-1)
        return self.weights @ self.value(x)


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm_1 = nn.LayerNorm(width)
        self.head_0 = Head(width, width // 2)
        self.head_1 = Head(width, width // 2)
        self.join = nn.Linear(width, width)
        self.norm_2 = nn.LayerNorm(width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def forward(self, x):
        normed = self.norm_1(x)
        met = torch.cat([self.head_0(normed), self.head_1(normed)], dim=-1)
        x = x + self.join(met)
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


class GPT(nn.Module):
    def __init__(self, words, places, width, blocks):
        super().__init__()
        self.tokens = nn.Embedding(words, width)
        self.places = nn.Embedding(places, width)
        self.blocks = nn.ModuleList([Block(width) for _ in range(blocks)])
        self.norm = nn.LayerNorm(width)
        self.score = nn.Linear(width, words, bias=False)

    def forward(self, ids):
        x = self.tokens(ids) + self.places(torch.arange(ids.shape[-1]))
        for block in self.blocks:
            x = block(x)
        return self.score(self.norm(x))


def ids_of(text):
    return torch.tensor([LETTERS.index(letter) for letter in text])


def text_of(ids):
    return "".join(LETTERS[i] for i in ids)
