# The weights of the eight-step lesson as an annotated heatmap, with PyTorch and matplotlib: what
# `make bench` compares `qkv export eight-steps` with. Usage: heatmap.py FILE.png
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import torch

x = torch.tensor([[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]], dtype=torch.float32)
w_key = torch.tensor([[0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]], dtype=torch.float32)
w_query = torch.tensor([[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]], dtype=torch.float32)
weights = torch.softmax((x @ w_query) @ (x @ w_key).T, dim=-1)

figure, axes = plt.subplots(figsize=(6.76, 6.82), dpi=100)
picture = axes.imshow(weights, cmap="cividis")
axes.set_title("weights")
axes.set_xticks(range(3), ["k0", "k1", "k2"])
axes.set_yticks(range(3), ["q0", "q1", "q2"])
for row in range(3):
    for column in range(3):
        value = weights[row, column].item()
        axes.text(column, row, f"{value:.4f}", ha="center", va="center", color="white" if value < 0.5 else "black")
figure.colorbar(picture)
figure.savefig(sys.argv[1])
