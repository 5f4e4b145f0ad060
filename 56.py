import torch
x = torch.arange(3)
x /= 2
