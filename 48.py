import torch
if torch.ones(2) > 0: print("no")
