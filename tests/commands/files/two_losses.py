import torch

w = torch.tensor([1., 2.], requires_grad=True)
squares = (w * w).sum()
triple = 3 * w.sum()
torch.autograd.backward([squares, triple])
