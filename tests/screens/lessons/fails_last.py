"""The last line fails."""
import torch

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
weights = torch.softmax(x @ x.T, dim=-1)
y = weights @ torch.ones(3, 2)
