import torch
x = torch.ones(2, 3)
x[0, 3]
