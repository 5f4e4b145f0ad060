import torch
torch.ones(2)[0, 0]
