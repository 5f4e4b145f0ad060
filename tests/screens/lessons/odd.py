"""Odd matrices: wide labels, five dimensions, no number, one number."""
import torch

words = ["私は", "猫", "🐱 emoji", "naïve", "a token that goes on and on"]
nan, inf = float("nan"), float("inf")

# Step 1: Wide labels
#| axes: x = words, features
x = torch.tensor([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0], [0.5, 0.0], [0.0, 1.5]])
scores = x @ x.T
weights = torch.softmax(scores, dim=-1)

# Step 2: Five dimensions
deep = torch.softmax(torch.arange(48.0).reshape(2, 1, 2, 3, 4) % 7, dim=-1)
deeper = deep + 0

# Step 3: One number, and none
one = torch.tensor([[3.5]]) * 2
row = torch.tensor([[1.0, nan, -inf, inf], [nan, nan, nan, nan], [-inf, -inf, -inf, -inf]])
gone = row + 0
empty = torch.zeros(0, 3) + 1
