# Twelve layers of twelve heads as a grid of heatmaps, with PyTorch and matplotlib: what `make bench`
# compares `qkv export --kind heads` with. Usage: heads.py FILE.png
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import torch

torch.manual_seed(0)
weights = torch.softmax(torch.randn(12, 12, 64, 64), dim=-1)

figure, grid = plt.subplots(12, 12, figsize=(16, 16), dpi=100)
for layer in range(12):
    for head in range(12):
        axes = grid[layer, head]
        axes.imshow(weights[layer, head], cmap="cividis", vmin=0, vmax=weights.max().item())
        axes.set_title(f"{layer}, head {head}", fontsize=8)
        axes.set_xticks([])
        axes.set_yticks([])
figure.savefig(sys.argv[1])
