import torch
print(torch.tensor([1, 2]), torch.tensor([1, 2.5]), torch.tensor([True, False]), torch.tensor(3), torch.tensor(2.5))
print(torch.tensor([]), torch.tensor([[], []]), torch.tensor([True, 2]), torch.tensor((1, 2)), torch.tensor([(1, 2), (3, 4)]))
print(torch.tensor([1, 2], dtype=torch.float32), torch.tensor([1.7, -2.7], dtype=torch.long), torch.tensor([0, 2], dtype=torch.bool))
x = torch.tensor([[1, 2, 3], [4, 5, 6]])
print(x.shape, x.size(), x.size(0), x.size(-1), x.dim(), x.ndim, x.dtype, x.numel(), len(x), x.shape[0], list(x.shape), x.tolist())
print(x[0, 0].item(), x[0].tolist(), torch.tensor(1.5).item(), torch.tensor(True).item(), torch.tensor(0.1).item(), x.float().dtype)
a, b = x.shape
print(a, b, x.shape == (2, 3), x.shape == torch.Size([2, 3]), x.dtype == torch.int64, torch.float, torch.long, torch.bool)
print(torch.tensor([torch.tensor(1.), torch.tensor(2.)]), torch.Tensor([1, 2]), torch.FloatTensor([[1]]), torch.LongTensor([1, 2]))
print(isinstance(x, torch.Tensor), torch.is_tensor(1), type(x), x.is_floating_point(), torch.tensor(float("inf")), torch.inf)
