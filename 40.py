import torch
torch.softmax(torch.ones(2), dim=1)
