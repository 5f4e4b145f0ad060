import torch
x = torch.tensor([[1., 2., 3.], [4., 5., 6.]])
print(x.sum(), x.sum(0), x.sum(dim=1), x.sum(1, keepdim=True), x.sum(dim=(0, 1)), x.mean(), x.mean(-1), x.sum(axis=0))
print(x.max(), x.min(), torch.max(x), x.max(dim=1), torch.max(x, 0), x.min(0), torch.max(x, torch.tensor(3.)), x.argmax(), x.argmax(dim=1))
v, i = x.max(dim=1, keepdim=True)
print(v, i, x.max(1).values, x.max(1).indices, x.max(1)[1], len(x.max(1)))
print((x / 4).exp(), torch.log(x), x.sqrt(), torch.softmax(x, dim=0), x.softmax(-1), x.std(), x.var(0), x.prod(), x.cumsum(0))
print(torch.relu(x - 3), torch.tanh(x), torch.sigmoid(x), x.abs(), abs(-x), torch.round(x / 4), x.round(decimals=1), (x > 2).sum(), (x > 2).any(), (x > 9).all())
