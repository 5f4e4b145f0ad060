import torch
torch.manual_seed(0)
s = torch.randn(2, 3, 3) * 2
s[0, 1] += 8
s[1] = 0
p = torch.softmax(s, dim=-1)
