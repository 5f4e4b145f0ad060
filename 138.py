import torch
a = torch.tensor([[1., 2.], [3., 4.]])
b = torch.tensor([10., 20.])
print(a + b, a - b, a * b, a / b, a ** 2, 2 ** a, -a, 1 - a, 1 / a, a // 2, a % 2, +a)
print(a @ a, a @ b, b @ a, a.T, a.matmul(b), torch.matmul(a, a), torch.mm(a, a), a.mm(a))
i = torch.tensor([1, 2, 3])
print(i + 1, i + 1.5, i / 2, i * i, i // 2, i % 2, i ** 2, i.float() / 3, i == 2, i > 1, (i > 1) & (i < 3), ~(i > 1), (i > 2) | (i < 2))
print(a == a, a != 1, a < 2, a >= torch.tensor([1., 5.]), torch.tensor(3) + torch.tensor(4.5), True + i, i * True)
print(a.add(1), torch.add(a, a), a.sub(b), a.mul(2), a.div(4), torch.pow(a, 2), a.pow(0.5), a.neg())
