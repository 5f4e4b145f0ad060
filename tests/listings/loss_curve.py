# %% [markdown]
# A network fits a sine with noise; bars of progress, a plot of the losses, the best model is kept.

# %%
import copy
import time

import matplotlib.pyplot as plt
import numpy as np
import torch
import torch.nn as nn
from torch.optim.lr_scheduler import ReduceLROnPlateau
from torch.utils.data import DataLoader, TensorDataset
from tqdm.auto import tqdm, trange

SEED = 123
np.random.seed(SEED)
torch.manual_seed(SEED)

# %%
class Config:
    epochs = 60
    batch_size = 20
    hidden = 24
    lr = 0.005
    patience = 20

cfg = Config()

# %%
x = np.linspace(-2, 2, 120, dtype=np.float32)[:, None]
y = np.sin(2 * x) + 0.1 * np.random.randn(*x.shape).astype(np.float32)
order = np.random.permutation(len(x))
train_ids, valid_ids = order[:100], order[100:]
train_ds = TensorDataset(torch.from_numpy(x[train_ids]), torch.from_numpy(y[train_ids]))
valid_ds = TensorDataset(torch.from_numpy(x[valid_ids]), torch.from_numpy(y[valid_ids]))
train_dl = DataLoader(train_ds, batch_size=cfg.batch_size, shuffle=True)
valid_dl = DataLoader(valid_ds, batch_size=cfg.batch_size)

plt.figure(figsize=(6, 4))
plt.scatter(x, y, s=5, label='data')
plt.legend()
plt.show()

# %%
model = nn.Sequential(
    nn.Linear(1, cfg.hidden, bias=False),
    nn.BatchNorm1d(cfg.hidden),
    nn.ReLU(),
    nn.Dropout(0.02),
    nn.Linear(cfg.hidden, cfg.hidden),
    nn.Tanh(),
    nn.Linear(cfg.hidden, 1),
)
optimizer = torch.optim.RMSprop(model.parameters(), lr=cfg.lr)
scheduler = ReduceLROnPlateau(optimizer, mode='min', factor=0.5, patience=2)
criterion = nn.SmoothL1Loss()

# %%
history = {'train': [], 'valid': [], 'lr': []}
best_loss, best_state, wait = float('inf'), None, 0
start_time = time.time()
pbar = trange(cfg.epochs, desc='training')
for epoch in pbar:
    model.train()
    losses = []
    for xb, yb in tqdm(train_dl, leave=False, desc=f'epoch {epoch}'):
        pred = model(xb)
        loss = criterion(pred, yb)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        valid_loss = sum(criterion(model(xb), yb).item() * len(xb) for xb, yb in valid_dl) / len(valid_ds)
    scheduler.step(valid_loss)
    history['train'].append(np.mean(losses))
    history['valid'].append(valid_loss)
    history['lr'].append(optimizer.param_groups[0]['lr'])
    pbar.set_postfix(train=f'{history["train"][-1]:.4f}', valid=f'{valid_loss:.4f}')
    if epoch < 4:
        print(' '.join(f'{loss:.4f}' for loss in losses))
    if valid_loss < best_loss:
        best_loss, best_state, wait = valid_loss, copy.deepcopy(model.state_dict()), 0
    else:
        wait += 1
        if wait >= cfg.patience:
            print('early stopping')
            break
elapsed = time.time() - start_time
assert elapsed >= 0

# %%
fig, (ax1, ax2) = plt.subplots(1, 2, figsize=(10, 4))
ax1.plot(history['train'], label='train')
ax1.plot(history['valid'], label='valid', linestyle='--')
ax1.set_xlabel('epoch')
ax1.set_ylabel('loss')
ax1.set_yscale('log')
ax1.legend()
ax1.grid(True, alpha=0.3)
ax2.plot(history['lr'])
ax2.set_title('learning rate')
plt.tight_layout()
plt.savefig('loss.png')
plt.close(fig)

# %%
print(len(history['train']), [f'{v:.3f}' for v in history['valid'][:4]], history['lr'][0])
model.load_state_dict(best_state)
model.eval()
print(list(best_state)[:8])
with torch.no_grad():
    grid = torch.linspace(-2, 2, 5).unsqueeze(1)
    curve = model(grid)
plt.plot(grid.numpy(), curve.numpy(), color='r')
plt.show()
print(grid.squeeze().tolist())
print(curve.shape, best_loss < history['valid'][0])
