import torch
torch.ones(2, dtype=torch.float64)
