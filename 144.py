import torch
a = torch.tensor([1., 2.])
print(torch.allclose(a, a + 1e-9), torch.allclose(a, a + 1e-3), torch.allclose(a, a + 1e-3, atol=1e-2), torch.equal(a, a), torch.equal(a, a[:1]))
assert torch.allclose(a, torch.tensor([1.0, 2.0])), "no"
if (a == a).all(): print("all")
print(bool(torch.tensor(0)), bool(torch.tensor([2.])), not torch.tensor(0.), float(torch.tensor(2)), int(torch.tensor(2.9)), a.equal(a))
