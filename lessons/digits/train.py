"""Trains the reader of digits: train.py [FILE.pt SEED…]  Tells how many pictures it gets right.

Without arguments it trains with one seed and writes no file, so that qkv runs it, too.

1,197 pictures are learned from; 300 others say which seed is best (validation), and a last 300 how
good that one is (test). The weights are written in half precision, and judged so.
"""
import math
import sys

import torch
import torch.nn.functional as F

from data import read
from model import Reader

STEPS, WARM_UP, RATE, BATCH = 1500, 100, 3e-3, 64


def share_right(model, pictures, digits):
    with torch.no_grad():
        return (model(pictures).argmax(dim=-1) == digits).float().mean().item()


def rate_at(step):
    return RATE * min(1, (step + 1) / WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * step / STEPS))


def train_one(seed, pictures, digits, validation):
    """A model in half precision, and its share of the validation pictures."""
    torch.manual_seed(seed)
    model = Reader()
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=0.1)
    for step in range(STEPS):
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step)
        some = torch.randint(len(pictures), (BATCH,))
        loss = F.cross_entropy(model(pictures[some]), digits[some])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if (step + 1) % 300 == 0:
            print(f"step {step + 1}: loss {loss.item():.4f}, "
                  f"validation {share_right(model, *validation):.3f}", flush=True)
    weights = {name: weight.half() for name, weight in model.state_dict().items()}
    model.load_state_dict(weights)
    share = share_right(model, *validation)
    print(f"seed {seed}: validation {share:.3f}", flush=True)
    return share, model, weights


def main(path=None, *seeds):
    torch.set_num_threads(1)
    learned, validation, test = read("digits.npz")
    tried = [train_one(int(seed), *learned, validation) for seed in seeds or [1]]
    _, model, weights = max(tried, key=lambda one: one[0])
    count = sum(parameter.numel() for parameter in model.parameters())
    print(f"the best of them: {count} parameters, test {share_right(model, *test):.3f}")
    if path:
        torch.save(weights, path)


if __name__ == "__main__":
    main(*sys.argv[1:])
