import torch
torch.ones(2).rehsape(1, 2)
