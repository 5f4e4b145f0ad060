"""A small vision transformer: a picture of 8 by 8 dots is cut into 16 patches, which are read like
words; a class token in front of them collects what the answer is made of. Attention keeps its weights."""
import math

import torch
from torch import nn

SIDE, PATCH, WIDTH, HEADS, HIDDEN, LAYERS = 8, 2, 32, 4, 64, 2
ACROSS = SIDE // PATCH  # patches in a row


def cut(pictures):
    """(pictures, 8, 8) becomes (pictures, 16 patches, 4 dots)."""
    rows = pictures.reshape(-1, ACROSS, PATCH, ACROSS, PATCH)
    return rows.transpose(2, 3).reshape(-1, ACROSS * ACROSS, PATCH * PATCH)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(WIDTH, WIDTH)
        self.key = nn.Linear(WIDTH, WIDTH)
        self.value = nn.Linear(WIDTH, WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)

    def split(self, x):
        return x.reshape(x.shape[0], x.shape[1], HEADS, WIDTH // HEADS).transpose(1, 2)

    def forward(self, x):
        query, key, value = self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x))
        scores = query @ key.transpose(-2, -1) / math.sqrt(WIDTH // HEADS)
        self.weights = scores.softmax(dim=-1)
        return self.out((self.weights @ value).transpose(1, 2).reshape(x.shape))


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(WIDTH)
        self.attention = Attention()
        self.second_norm = nn.LayerNorm(WIDTH)
        self.up = nn.Linear(WIDTH, HIDDEN)
        self.down = nn.Linear(HIDDEN, WIDTH)

    def forward(self, x):
        x = x + self.attention(self.norm(x))
        return x + self.down(torch.relu(self.up(self.second_norm(x))))


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.patch = nn.Linear(PATCH * PATCH, WIDTH)
        self.class_token = nn.Parameter(torch.zeros(WIDTH))
        self.places = nn.Parameter(0.1 * torch.randn(1 + ACROSS * ACROSS, WIDTH))
        self.layers = nn.ModuleList([Layer() for _ in range(LAYERS)])
        self.norm = nn.LayerNorm(WIDTH)
        self.scores = nn.Linear(WIDTH, 10)

    def embed(self, pictures):
        """A row for the class token, and one for each patch, to which its place is added."""
        patches = self.patch(cut(pictures))
        first = self.class_token.expand(len(patches), 1, WIDTH)
        return torch.cat([first, patches], dim=1) + self.places

    def forward(self, pictures):
        """Ten scores for each picture, made of the row of the class token alone."""
        x = self.embed(pictures)
        for layer in self.layers:
            x = layer(x)
        return self.scores(self.norm(x[:, 0]))
