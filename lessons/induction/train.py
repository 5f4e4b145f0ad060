"""Trains the model on random words that begin again: train.py FILE.pt SEED  Keeps it at some steps.

What is kept is a tensor for each of the model's, which has one more dimension: the steps.
"""
import sys

import torch
import torch.nn.functional as F

from model import PLACES, STEPS, Model, texts


def loss_of(model, text):
    return F.cross_entropy(model(text[:, :-1]).flatten(0, 1), text[:, 1:].flatten())


def share_right(model, text, periods):
    """Of the words that follow one that has been there before."""
    with torch.no_grad():
        right = model(text[:, :-1]).argmax(dim=-1) == text[:, 1:]
    return right[torch.arange(PLACES - 1) >= periods[:, None]].float().mean().item()


def main(path, seed):
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    model = Model()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3, betas=(0.9, 0.98))
    others = texts(64)
    kept = []
    for step in range(STEPS[-1] + 1):
        if step in STEPS:
            kept.append({name: weight.half() for name, weight in model.state_dict().items()})
            print(f"step {step}: {share_right(model, *others):.3f} right", flush=True)
        loss = loss_of(model, texts(32)[0])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    torch.save({name: torch.stack([weights[name] for weights in kept]) for name in kept[0]}, path)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
