"""Writes calls.ipynb, a notebook with every call of the package, and what it reads: make_calls.py FOLDER."""
import json
import sys
from pathlib import Path

import numpy

LISTING = '''import numpy as np
import torch
import torch.nn.functional as F

words = ["the", "cat", "sat"]
#| axes: x = words, features
x = torch.tensor([[1., 0., 1., 0.], [0., 2., 0., 2.], [1., 1., 1., 1.]])
keys = torch.tensor(np.load("keys.npy"))
scores = x @ keys.T
weights = F.softmax(scores, dim=-1)
outputs = weights @ x
'''
# A cell whose first line is "# may fail" goes on after an error: without the program qkv, some do.
CELLS = ['''import torch
from torch import nn
import qkv

class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(4, 4) for _ in range(3))

    def forward(self, x):
        q, k, v = self.query(x), self.key(x), self.value(x)
        weights = torch.softmax(q @ k.transpose(-2, -1) / 2, dim=-1)
        return weights @ v

torch.manual_seed(0)
words = "the cat sat on the mat".split()
model, x = Attention(), torch.randn(6, 4)''',
         'qkv.show(model, x, tokens=words)',
         'qkv.show("listing.py")',
         '''attentions = tuple(torch.softmax(2 * torch.randn(1, 4, 6, 6), -1) for _ in range(3))
qkv.heads(attentions, words)''',
         'qkv.heatmap(torch.randn(6, 6), words)',
         '# may fail\nqkv.figure("listing.py", "weights")',
         '%load_ext qkv',
         '%%qkv\n' + LISTING,
         '%%qkv export scores --kind equation --cell scores[0,1]\n' + LISTING,
         '%%qkv run\nimport torch\nprint(torch.arange(3) @ torch.arange(3) + 37)']
FAILS = ["# may fail", "%%qkv export", "%%qkv run"]


def cell(source):
    tags = ["raises-exception"] if any(source.startswith(words) for words in FAILS) else []
    return {"cell_type": "code", "execution_count": None, "metadata": {"tags": tags}, "outputs": [], "source": source}


folder = Path(sys.argv[1])
kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
notebook = {"cells": [cell(source) for source in CELLS], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 4}
(folder / "calls.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
(folder / "listing.py").write_text(LISTING, encoding="utf-8")
numpy.save(folder / "keys.npy", numpy.array([[4, 0, 1, 0], [0, 1, 0, 1], [1, 0, 2, 0]], "float32"))
