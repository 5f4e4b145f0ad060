"""The same three figures by matplotlib, drawn with care, beside those of qkv: to judge ours against
what people use. Needs matplotlib; not part of `make test`.

    python3 tests/figures_matplotlib.py [FOLDER]     # default: build/matplotlib

Writes NAME-qkv.png and NAME-matplotlib.png, and side.png with all of them.
"""

import json
import pathlib
import subprocess
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

root = pathlib.Path(__file__).resolve().parent.parent
folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else root / "build" / "matplotlib")
folder.mkdir(parents=True, exist_ok=True)
qkv = root / "build" / "qkv"
plt.rcParams.update({"font.size": 14, "axes.spines.top": False, "axes.spines.right": False})


def numbers(lesson, tensor):
    """The tensor as qkv computes it."""
    text = subprocess.run([qkv, "export", lesson, tensor, "--format", "json"], check=True,
                          capture_output=True, text=True).stdout
    read = json.loads(text)
    return np.array(read["values"] if isinstance(read, dict) else read, dtype=float)


def ours(name, *arguments):
    subprocess.run([qkv, "export", *arguments, "-o", folder / f"{name}-qkv.png", "--force", "-q",
                    "--for", "slides"], check=True)


def draw(axes, values, labels, digits=2, low=0, high=1):
    """A matrix as people draw it: numbers in its cells, in black or white by the cell's lightness."""
    image = axes.imshow(values, cmap="cividis", vmin=low, vmax=high)
    axes.set_xticks(range(len(labels)), labels)
    axes.set_yticks(range(len(labels)), labels)
    axes.tick_params(length=0)
    axes.xaxis.tick_top()
    for spine in axes.spines.values():
        spine.set_visible(False)
    for row in range(values.shape[0]):
        for column in range(values.shape[1]):
            shade = (values[row, column] - low) / (high - low)
            axes.text(column, row, f"{values[row, column]:.{digits}f}", ha="center", va="center",
                      color="black" if shade > 0.55 else "white")
    return image


def heatmap():
    ours("heatmap", "eight-steps", "weights")
    figure, axes = plt.subplots(figsize=(13.33, 7.5), dpi=144)
    image = draw(axes, numbers("eight-steps", "weights"), ["the", "cat", "sat"])
    axes.set_xlabel("key")
    axes.xaxis.set_label_position("top")
    axes.set_ylabel("query")
    axes.set_title(r"$\mathrm{softmax}(QK^\top)$", pad=40)
    figure.colorbar(image, ax=axes, shrink=0.8)
    figure.savefig(folder / "heatmap-matplotlib.png")


def heads():
    ours("heads", "multi-head", "attention_weights", "--kind", "heads")
    values = numbers("multi-head", "attention_weights")
    figure, grid = plt.subplots(1, len(values), figsize=(13.33, 7.5), dpi=144)
    for head, axes in enumerate(grid):
        image = draw(axes, values[head], ["red", "fox", "runs"])
        axes.set_title(f"head {head}", pad=30)
    figure.colorbar(image, ax=grid, orientation="horizontal", shrink=0.5)
    figure.savefig(folder / "heads-matplotlib.png")


def equation():
    ours("equation", "eight-steps", "scores[0,1]", "--kind", "equation")
    parts = [numbers("eight-steps", name) for name in ("queries", "keys", "scores")]
    parts[1] = parts[1].T
    figure, grid = plt.subplots(1, 3, figsize=(13.33, 7.5), dpi=144)
    high = max(part.max() for part in parts)
    signs = (r"$Q$", r"$@\;K^\top$", r"$=\;S$")
    for axes, values, sign in zip(grid, parts, signs):
        draw(axes, values, range(len(values)), digits=0, high=high)
        axes.set_title(sign, pad=30)
    figure.text(0.5, 0.12, r"$S_{01} = 1\cdot 4 + 0\cdot 4 + 2\cdot 0 = 4$", ha="center")
    figure.savefig(folder / "equation-matplotlib.png")


def side_by_side():
    names = ("heatmap", "heads", "equation")
    figure, grid = plt.subplots(len(names), 2, figsize=(16, 14), dpi=90)
    for row, name in zip(grid, names):
        for axes, who in zip(row, ("qkv", "matplotlib")):
            axes.imshow(plt.imread(folder / f"{name}-{who}.png"))
            axes.set_title(f"{name}: {who}")
            axes.axis("off")
    figure.tight_layout()
    figure.savefig(folder / "side.png")


heatmap()
heads()
equation()
side_by_side()
print(f"wrote {folder / 'side.png'}")
