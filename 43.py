import torch
torch.matmul(torch.ones(2), [1, 2])
