import torch
x = torch.tensor([[123456.5, 0.00049],[250000, 3.14159265]])
y = x * 1.5
