import numpy as np
import torch

import moe

rng = np.random.default_rng(0)
d, experts, k = np.int64(4), np.int32(3), rng.integers(1, 2) + 1
torch.manual_seed(0)
layer = moe.MoE(d, experts, k)
opt = torch.optim.Adam(layer.parameters(), lr=np.float64(0.05))
x = torch.randn(5, d)
for step in range(3):
    loss = (layer(x) - x).square().mean()
    opt.zero_grad(); loss.backward(); opt.step()
    for g in opt.param_groups: g["lr"] = g["lr"] * np.cos(np.pi * step / 8)
    print(f"{loss.item():.5f} {float(opt.param_groups[0]['lr']):.5f}")
print(layer.router(x)[1].tolist(), moe.Router is moe.router.TopK)
