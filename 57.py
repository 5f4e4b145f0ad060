import torch
torch.arange(5)[[0, 1]]
