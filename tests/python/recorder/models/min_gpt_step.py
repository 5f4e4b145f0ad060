"""A training step of minGPT: dropout, backward(), clipping, AdamW."""
import sys

import torch

import qkv
from nano_gpt import GPT

torch.manual_seed(2)
model = GPT(layers=2).train()
decay = [p for p in model.parameters() if p.dim() >= 2]
others = [p for p in model.parameters() if p.dim() < 2]
optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 0.1},
                               {"params": others, "weight_decay": 0.0}], lr=1e-2, betas=(0.9, 0.95))
x = torch.randint(40, (2, 9))
y = torch.roll(x, -1, 1)
with qkv.record(sys.argv[1], model, keep=True, x=x, y=y):
    for step in range(2):
        logits, loss = model(x, y)
        model.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    logits, loss = model(x, y)
