"""A line and a border between two classes: first with gradients by hand, then with autograd."""
import numpy as np
import torch
import torch.nn as nn

# ---- 1. numpy, gradients by hand ---------------------------------------------------------------

np.random.seed(42)
x = np.random.rand(40, 1)
y = 1 + 2 * x + .1 * np.random.randn(40, 1)
idx = np.arange(40)
np.random.shuffle(idx)
train_idx, val_idx = idx[:32], idx[32:]
x_train, y_train = x[train_idx], y[train_idx]
x_val, y_val = x[val_idx], y[val_idx]

b, w = np.random.randn(1), np.random.randn(1)
print(b, w)
lr, n_epochs = 1e-1, 200
for epoch in range(n_epochs):
    yhat = b + w * x_train
    error = yhat - y_train
    loss = (error ** 2).mean()
    b_grad = 2 * error.mean()
    w_grad = 2 * (x_train * error).mean()
    b = b - lr * b_grad
    w = w - lr * w_grad
    if epoch < 5:
        print(f'{epoch} {loss:.6f}')
print(b, w)

# ---- 2. torch, gradients by autograd, update by hand -------------------------------------------

device = 'cuda' if torch.cuda.is_available() else 'cpu'
x_train_tensor = torch.from_numpy(x_train).float().to(device)
y_train_tensor = torch.from_numpy(y_train).float().to(device)
torch.manual_seed(42)
b = torch.randn(1, requires_grad=True, dtype=torch.float, device=device)
w = torch.randn(1, requires_grad=True, dtype=torch.float, device=device)
print(b, w)

for epoch in range(n_epochs):
    yhat = b + w * x_train_tensor
    error = yhat - y_train_tensor
    loss = (error ** 2).mean()
    loss.backward()
    if epoch == 0:
        print(type(error.grad_fn).__name__, loss)
        print(b.grad, w.grad)
    with torch.no_grad():
        b -= lr * b.grad
        w -= lr * w.grad
    b.grad.zero_()
    w.grad.zero_()
    if epoch < 20:
        print(f'{epoch:3d} {loss.item():.6f}')
print(b, w)

# ---- 3. nn.Module, optimizer, evaluation ---------------------------------------------------------


class ManualLinearRegression(nn.Module):
    def __init__(self):
        super().__init__()
        self.b = nn.Parameter(torch.randn(1, requires_grad=True, dtype=torch.float))
        self.w = nn.Parameter(torch.randn(1, requires_grad=True, dtype=torch.float))

    def forward(self, x):
        return self.b + self.w * x


def make_train_step_fn(model, loss_fn, optimizer):
    def perform_train_step_fn(x, y):
        model.train()
        yhat = model(x)
        loss = loss_fn(yhat, y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        return loss.item()
    return perform_train_step_fn


torch.manual_seed(42)
model = ManualLinearRegression().to(device)
train_step = make_train_step_fn(model, nn.MSELoss(reduction='mean'), torch.optim.SGD(model.parameters(), lr=lr))
losses = [train_step(x_train_tensor, y_train_tensor) for _ in range(n_epochs)]
print([round(loss, 5) for loss in losses[:20]])
print(model.state_dict())

# ---- 4. two classes: the sigmoid, its gradient by hand and by autograd ------------------------

torch.manual_seed(0)
n = 50
X = torch.cat([torch.randn(n, 2) + 1.5, torch.randn(n, 2) - 1.5])
t = torch.cat([torch.ones(n), torch.zeros(n)])

weight = torch.zeros(2, requires_grad=True)
bias = torch.zeros(1, requires_grad=True)
for i in range(50):
    p = torch.sigmoid(X @ weight + bias)
    nll = -(t * torch.log(p) + (1 - t) * torch.log(1 - p)).mean()
    nll.backward()
    by_hand = X.t() @ (p.detach() - t) / len(t)
    assert torch.allclose(weight.grad, by_hand, atol=1e-6)
    with torch.no_grad():
        for param in (weight, bias):
            param -= 0.5 * param.grad
            param.grad = None
    if i < 20:
        print(i, '%.5f' % nll.item())
accuracy = ((torch.sigmoid(X @ weight + bias) > 0.5).float() == t).float().mean()
print(weight, bias, f'accuracy {accuracy:.2%}')

clf = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(clf.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4)
criterion = nn.BCEWithLogitsLoss()
for epoch in range(20):
    loss = criterion(clf(X).squeeze(-1), t)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f'epoch {epoch + 1:2d}: {loss:.4f}')
