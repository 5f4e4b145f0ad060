import torch
torch.arange(5)[::-1]
