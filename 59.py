import torch
f"{torch.ones(2):.2f}"
