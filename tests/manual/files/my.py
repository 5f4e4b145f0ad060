import torch

x = torch.tensor([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]])
attn = torch.softmax(x @ x.T, dim=-1)
out = attn @ x
