import torch
torch.sofmax
