import torch
import torch.nn.functional as F
empty = torch.zeros(0, 3)
none = torch.zeros(3, 0) @ torch.zeros(0, 2)
one = torch.tensor(3.5)
two = one * 2
flags = torch.tensor([True, False]) & torch.tensor([True, True])
