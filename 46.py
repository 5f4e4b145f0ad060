import torch
torch.tensor(["a"])
