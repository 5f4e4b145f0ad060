import torch, torch.nn.functional as F
x = torch.tensor([3.0], dtype=torch.bfloat16)
print((x * 1.702).item(), (1.702 * x).item(), x.mul(1.702).item(), (x + 0.0123).item(), (x - 0.1).item(), (x / 1.7).item(), (x ** 1.7).item(), torch.add(x, 1, alpha=0.3).item())
print((torch.tensor([0.5859375], dtype=torch.float16) * 1.702).item(), torch.dot(torch.tensor([1.0, 0.3, 0.7]).bfloat16(), torch.tensor([0.9, 0.1, 0.2]).bfloat16()).item())
torch.manual_seed(0)
x = torch.randn(2, 16).bfloat16(); w = torch.randn(16).bfloat16()
p = lambda n, t: print(n, t.dtype, t.float().flatten()[:5].tolist())
p("none", F.rms_norm(x, (16,))); p("w", F.rms_norm(x, (16,), w)); p("w eps", F.rms_norm(x, (16,), w, 1e-6)); p("w32", F.rms_norm(x, (16,), w.float(), 1e-6))
torch.set_default_dtype(torch.bfloat16)
p("default bf16", F.rms_norm(x, (16,), w, 1e-6)); p("default, no eps", F.rms_norm(x, (16,), w)); x.requires_grad_(); p("grad", F.rms_norm(x, (16,), w, 1e-6))
x = (torch.randn(2, 16) * 0.1); p("small", F.rms_norm(x, (16,), w, 1e-6)); p("ln", F.layer_norm(x, (16,), w, w)); n = torch.nn.RMSNorm(16); p("module", n(x))
print(torch.tensor([1.5]).dtype, (torch.tensor([1.5]) * 1.1).item(), torch.arange(3.).dtype, torch.tensor(1.1).item())
torch.set_default_dtype(torch.float32)
print()
for half in torch.bfloat16, torch.float16:
    x = (torch.rand(40) * 4 + 0.1).to(half)
    v, w, m = torch.randn(4, 6).to(half), torch.rand(6).to(half), x[:16].view(4, 4)
    for s in 1.702, 0.3:
        print([y.tolist() for y in (s * x, x * s, s / x, s - x, s // x, s % x, s ** x, x + s, torch.rsqrt(x))])
        print([y.tolist() for y in (torch.add(x, x, alpha=s), torch.sub(x, x * x, alpha=s), torch.rsub(x, s, alpha=s))])
        print([y.tolist() for y in (F.softshrink(x, s), torch.logaddexp2(x, x * s), torch.renorm(v, 2, 0, s))])
        print([y.tolist() for y in (torch.addr(m, x[:4], x[4:8], beta=s, alpha=s), torch.trapezoid(x, dx=s))])
        print(torch.addbmm(m, x[:24].view(2, 4, 3), x[16:].view(2, 3, 4), beta=s, alpha=s).tolist())
    print([y.tolist() for y in (torch.cov(v), torch.corrcoef(v), torch.histc(x, 5), torch.sinc(x), torch.lgamma(x))])
    print([y.tolist() for y in (torch.digamma(x), torch.logcumsumexp(x, 0), F.smooth_l1_loss(v, v.flip(0)))])
    mean, variance = torch.zeros(6).to(half), torch.ones(6).to(half)
    if half == torch.float16:
        print([y.tolist() for y in (F.batch_norm(v, mean, variance, w, w, training=True), mean, variance)])
    print([y.tolist() for y in (F.batch_norm(v, None, None, w.float(), w.float(), training=True),
                                F.group_norm(v, 3, w.float(), w.float()), F.instance_norm(v.view(1, 4, 6)))])
    print(torch.dot(x, x.flip(0)), torch.inner(x, x), x @ x, torch.dot(x[::2], x[1::2]))
for half in torch.bfloat16, torch.float16:
    print(F.layer_norm(torch.full((2, 4), 100., dtype=half), [4]), F.softmax(torch.linspace(-1, 2, 7), 0, dtype=half))
    print(torch.mul(1.702, torch.tensor([3.0], dtype=half)), F.softshrink(torch.linspace(-1, 1, 36).to(half), 0.3)[-12:])
