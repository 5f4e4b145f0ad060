import torch
weights = torch.softmax((torch.arange(197.)[:, None] * torch.arange(197.) % 11), dim=-1)
