import torch
q = torch.ones(2, 3)
k = torch.ones(4, 5)
scores = q @ k
