import torch
from gat.data import ROOT, load
from gat.layer import GraphAttention

torch.manual_seed(0)
adj = load()
print(adj, GraphAttention(3, 2)(torch.randn(len(adj), 3), adj), (ROOT / "data").is_dir())
