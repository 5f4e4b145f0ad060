import torch
x = torch.zeros(3)
x += torch.ones(2, 3)
