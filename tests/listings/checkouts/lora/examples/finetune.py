import torch
from torch import nn

import lora

torch.manual_seed(0)
model = nn.Sequential(lora.LoRALinear(4, 8, generator=torch.Generator().manual_seed(7)), nn.ReLU(), lora.LoRALinear(8, 2))
print(lora.mark_only_lora(model))
x, y = torch.randn(6, 4), torch.randn(6, 2)
opt = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
for step in range(3):
    loss = nn.functional.mse_loss(model(x), y)
    opt.zero_grad(); loss.backward(); opt.step()
    print(step, f"{loss.item():.5f}")
before = model(x)
lora.merge_all(model)
print(torch.allclose(before, model(x), atol=1e-6), model[0].lora_B.detach()[:2])
