import torch

x = torch.ones(2, 2)

# Step 1: more rounds than anyone walks through
for step in range(12000):
    x = x * 0.5 + 0.5
    y = x @ x
print(x)
