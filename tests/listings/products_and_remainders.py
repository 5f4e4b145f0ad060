import torch
try: print(torch.inner(torch.ones(2, 3), torch.ones(4, 1)))
except RuntimeError as e: print("ERR", e)
t = lambda f: print(f().shape)
for f in (lambda: torch.kron(torch.randn(2, 4, 1).permute(1, 2, 0), torch.eye(2)), lambda: torch.inner(torch.ones(2, 3, 4).transpose(1, 2), torch.ones(5, 3)), lambda: torch.kron(torch.randn(4, 1)[:, None].expand(4, 1, 2), torch.eye(2))):
    try: t(f)
    except RuntimeError as e: print("ERR", str(e)[:80])
print(torch.polar(torch.ones(2), torch.tensor([0.01, 0.03])).real.tolist())
a = torch.tensor([1e8, -7.654321e10, 1e20, 16777217.0]).repeat_interleave(8)
b = torch.tensor([3.0, 0.7, -0.1, 1e-3, 7.0, 1e5, 0.3, -11.0]).repeat(4)
print((a % b).tolist(), torch.fmod(a, b).tolist(), (a // b).tolist())
print((a.double() % b).tolist(), (1e9 % b).tolist(), (a * 1e29 % b).isnan().sum())
print(torch.trapezoid(b, dx=0.3), torch.cov(b.view(4, 8)))
