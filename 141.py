import torch
x = torch.zeros(2, 3)
y = x
x[0, 1] = 5
x[1] = torch.tensor([1., 2., 3.])
x[:, 0] = -1
x[0, 2] += 10
print(x, y)
x += 1
x *= 2
x[1] -= torch.ones(3)
print(x, y, y is x)
z = x[0]
z[0] = 100
print(x)
x.add_(1).mul_(2)
print(x, x.fill_(3), x.zero_())
w = x
w = w + 1
print(x, w)
i = torch.arange(3)
i[0] = 7
i += 1
print(i)
m = torch.ones(2, 2)
m[...] = torch.tensor([3., 4.])
m[0][1] = 9
m /= 2
m **= 2
print(m)
