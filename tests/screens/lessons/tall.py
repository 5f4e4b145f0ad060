import torch
n = 12
near = torch.arange(n)[:, None] - torch.arange(n)
scores = torch.stack([-near.abs() * 2.0, -(near - 1).abs() * 3.0, torch.zeros(n, n)])
weights = torch.softmax(scores, dim=-1)
mean = weights.mean(dim=0)
