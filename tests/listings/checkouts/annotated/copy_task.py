"""Each position repeats the token before it; the rate is Noam's, computed with NumPy."""
import numpy as np
import torch
from torch.optim.lr_scheduler import LambdaLR

import transformer as tr
from transformer import make_model, subsequent_mask


def rate(step, model_size, factor, warmup):
    step = max(step, 1)
    return factor * (model_size ** (-0.5) * np.minimum(np.power(step, -0.5), step * np.power(warmup, -1.5)))


def data_gen(V, batch_size, nbatches):
    for _ in range(nbatches):
        data = torch.randint(1, V, size=(np.int64(batch_size), 6))
        yield data[:, 1:], data[:, :-1]


torch.manual_seed(0)
V = 7
model = make_model(V)
optimizer = torch.optim.Adam(model.parameters(), lr=0.5, betas=(0.9, 0.98), eps=1e-9)
scheduler = LambdaLR(optimizer, lr_lambda=lambda step: rate(step, 16, factor=1.0, warmup=10))
criterion = torch.nn.KLDivLoss(reduction="sum")
for epoch in range(2):
    total = 0
    for src, tgt in data_gen(V, 4, 3):
        out = model(src, subsequent_mask(src.size(1)))
        true = torch.nn.functional.one_hot(tgt, V).float()
        loss = criterion(out, true * 0.9 + 0.1 / V) / np.int64(tgt.numel())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        total += loss.item()
    print(f"epoch {epoch} loss {total / 3:.4f} lr {scheduler.get_last_lr()[0]:.5f}")
print(subsequent_mask(3), tr.__version__, sorted(tr.__all__)[:3])
print(model.encoder.layers[0]["attn"].attn[0, 0])
