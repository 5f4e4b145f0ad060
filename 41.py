import torch
torch.softmax(torch.ones(2))
