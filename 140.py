import torch
x = torch.arange(24).reshape(2, 3, 4)
print(x[0], x[1, 2], x[1, 2, 3], x[-1, -1, -1], x[:, 0], x[..., 0], x[0, ..., 1], x[0, 1:, ::2])
print(x[:, None].shape, x[None].shape, x[..., None].shape, x[:, :, None, :].shape, x[0][1][2], x[1:].shape, x[:, -2:, 1].tolist())
for row in torch.tensor([[1, 2], [3, 4]]):
    print(row, [int(v) for v in row])
print([t.item() for t in torch.arange(3)], list(torch.tensor([1., 2.])), tuple(torch.ones(1)))
a, b = torch.tensor([1., 2.])
print(a, b, sum(torch.tensor([1, 2, 3])), 2 in torch.tensor([1, 2]), 5 in torch.tensor([1, 2]), x[torch.tensor(1), 0, 0])
