import torch

# Step 1: Three words, four features each
torch.manual_seed(0)
x = torch.tensor([[1.0, 0.0, 1.0, 0.0], [0.0, 2.0, 0.0, 2.0], [1.0, 1.0, 1.0, 1.0]])
W_Q, W_K, W_V = (torch.randn(4, 4, requires_grad=True) for _ in range(3))

# Step 2: Attention
Q, K, V = x @ W_Q, x @ W_K, x @ W_V
scores = Q @ K.T / 4**0.5
weights = torch.softmax(scores, dim=-1)
outputs = weights @ V
print(outputs.shape)

# Step 3: Gradients
loss = (outputs**2).sum()
loss.backward()
