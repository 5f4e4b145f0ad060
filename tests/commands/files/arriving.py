import torch

query = torch.tensor([1., 2.], requires_grad=True)
keys = torch.tensor([[0., 3.], [3., 1.]])
output = torch.softmax(keys @ query, dim=0)
output.backward(torch.tensor([1., -4.]))
