import torch

# 48 numbers learn to give back six words in reverse.
torch.manual_seed(2)
x = torch.nn.functional.normalize(torch.randn(6, 4), dim=-1) * 2
W_Q = torch.nn.Parameter(torch.randn(4, 4))
W_K = torch.nn.Parameter(torch.randn(4, 4))
W_V = torch.nn.Parameter(torch.eye(4))
optimizer = torch.optim.Adam([W_Q, W_K, W_V], lr=0.1)
for step in range(40):
    scores = (x @ W_Q) @ (x @ W_K).T
    weights = torch.softmax(scores, dim=-1)
    outputs = weights @ (x @ W_V)
    loss = ((outputs - x.flip(0)) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"{loss.item():.4f}")
