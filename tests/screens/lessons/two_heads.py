# Two heads and their loss, to be gone back from.
import torch
words = ["the", "cat", "sat", "on"]
torch.manual_seed(0)
#| axes: x = words, d
x = torch.randn(4, 8)
w_q = torch.randn(8, 8, requires_grad=True)
w_k = torch.randn(8, 8, requires_grad=True)
q = (x @ w_q).view(4, 2, 4).transpose(0, 1)
k = (x @ w_k).view(4, 2, 4).transpose(0, 1)
scores = q @ k.transpose(1, 2) / 2
attention_weights = torch.softmax(scores, dim=-1)
v = x.view(4, 2, 4).transpose(0, 1)
out = (attention_weights @ v).transpose(0, 1).reshape(4, 8)
loss = ((out - x) ** 2).mean()
loss.backward()
