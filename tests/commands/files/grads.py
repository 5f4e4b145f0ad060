import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
layer = nn.Linear(3, 2)
w = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
x = torch.tensor([[1.0, 2.0, 3.0], [0.0, -1.0, 0.5]])
h = torch.tanh(layer(x)) * 2
used = w * w + w
loss = F.mse_loss(h, torch.zeros(2, 2)) + used.sum()
loss.backward()
loss2 = (w.exp() * 0.1).sum()
loss2.backward()
