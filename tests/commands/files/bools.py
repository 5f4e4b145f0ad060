import torch
s = torch.tensor([[-1., 3.], [2., 2.]])
big = s > 2
