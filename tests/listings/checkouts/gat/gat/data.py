import csv
from pathlib import Path

import torch

ROOT = Path(__file__).resolve().parents[1]


def load(name="edges.csv"):
    with open(ROOT / "data" / name) as file:
        edges = [tuple(map(int, row)) for row in csv.reader(file) if row]
    n = max(max(e) for e in edges) + 1
    adj = torch.eye(n)
    for a, b in edges:
        adj[a, b] = adj[b, a] = 1
    return adj
