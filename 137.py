import torch
print(torch.zeros(2, 3), torch.zeros((2,)), torch.ones(3), torch.ones([1, 2]), torch.full((2, 2), 7), torch.full((2,), 0.5))
print(torch.arange(5), torch.arange(1, 4), torch.arange(0, 1, 0.25), torch.arange(5.), torch.arange(6, 0, -2), torch.arange(3, dtype=torch.float32))
print(torch.eye(3), torch.eye(2, 3), torch.linspace(0, 1, 5), torch.zeros(2, dtype=torch.long), torch.ones(2, dtype=torch.bool))
x = torch.tensor([[1., 2.]])
print(torch.zeros_like(x), torch.ones_like(x), torch.full_like(x, 3), torch.zeros(0), torch.zeros(()), torch.ones(1, 1, 1))
print(torch.arange(6).reshape(2, 3), torch.arange(6).view(3, -1), torch.arange(4).view(2, 2).T, torch.zeros(size=(2,)) if False else 0)
