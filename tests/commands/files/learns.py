import torch
rate = 0.1
torch.manual_seed(0)
w = torch.randn(2, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=rate)
loss = ((w - 3) ** 2).sum()
loss.backward()
optimizer.step()
after = ((w - 3) ** 2).sum()
