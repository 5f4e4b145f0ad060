import torch

torch.manual_seed(0)
x = torch.tensor([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]])
target = torch.tensor([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
W_Q = torch.nn.Parameter(torch.randn(2, 2))
optimizer = torch.optim.SGD([W_Q], lr=0.1)
for i in range(12):
    optimizer.zero_grad()
    scores = (x @ W_Q) @ x.T
    weights = torch.softmax(scores, dim=-1)
    loss = ((weights @ x - target) ** 2).mean()
    loss.backward()
    optimizer.step()
