"""Weights that no softmax made: given, averaged by a mask, multiplied by masks."""
import torch
import torch.nn.functional as F

torch.manual_seed(16)
v = torch.tensor([[1.0, 0.0], [10.0, 0.0], [0.0, 5.0]])
given = torch.tensor([[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.3, 0.3, 0.4]])
context = given @ v

# The mathematical trick in self-attention.
B, T, C = 2, 4, 3
x = torch.randn(B, T, C)
tril = torch.tril(torch.ones(T, T))
wei = tril / tril.sum(1, keepdim=True)
xbow = wei @ x
zeros = torch.zeros(T, T).masked_fill(tril == 0, float("-inf"))
soft = F.softmax(zeros, dim=-1)
xbow3 = soft @ x
print(torch.allclose(xbow, xbow3))

# Masked after the softmax, renormalized.
q, k = torch.randn(T, 5), torch.randn(T, 5)
scores = q @ k.T / 5 ** 0.5
open_weights = torch.softmax(scores, dim=-1)
masked_weights = open_weights * tril
renormalized = masked_weights / masked_weights.sum(dim=-1, keepdim=True)
out = renormalized @ x[0]
print(out.shape)

# Heads switched off, as with BERT's head_mask.
query, key, value = (torch.randn(2, 3, 4, 5) for _ in range(3))
attention_probs = torch.softmax(query @ key.transpose(-1, -2), dim=-1)
head_mask = torch.tensor([1.0, 0.0, 1.0]).view(1, 3, 1, 1)
kept_probs = attention_probs * head_mask
context_layer = kept_probs @ value
print(context_layer.shape)

# Neighbours of a graph, as in graph attention networks.
adjacency = torch.tensor([[1, 1, 0, 0], [1, 1, 1, 0], [0, 1, 1, 1], [0, 0, 1, 1]])
Wh = x[1] @ torch.randn(3, 3)
e = F.leaky_relu(Wh @ torch.randn(3, 1) + (Wh @ torch.randn(3, 1)).T, 0.2)
attention = F.softmax(torch.where(adjacency > 0, e, torch.full_like(e, -9e15)), dim=1)
h_prime = attention @ Wh
print(h_prime.shape)
