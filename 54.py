import torch
x = torch.zeros(2, 3)
x[0] = torch.ones(2)
