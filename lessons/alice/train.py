"""Trains the model on "Alice's Adventures in Wonderland": train.py [FILE.pt SEED…]

The last twentieth of the text is the test, the twentieth before it says which seed is best
(validation), and the rest is learned from. The weights are written in half precision, and judged so.
"""
import math
import sys

import torch
from torch.nn import functional as F

from model import BLOCKS, GPT, LETTERS, PLACES, WIDTH, ids_of

STEPS, WARM_UP, RATE, BATCH = 4000, 100, 4e-3, 32


def rate_at(step):
    return RATE * min(1, (step + 1) / WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * step / STEPS))


def loss_of(model, texts):
    """How badly each letter is guessed from those before it, on average."""
    scores = model(texts[:, :-1])
    return F.cross_entropy(scores.flatten(0, 1), texts[:, 1:].flatten())


def judged(model, text):
    """The loss on all of a text, cut into pieces of 64 letters, and how many letters are guessed."""
    count = (len(text) - 1) // PLACES
    asked = text[:count * PLACES].view(count, PLACES)
    answers = text[1:count * PLACES + 1].view(count, PLACES)
    with torch.no_grad():
        scores = model(asked)
    loss = F.cross_entropy(scores.flatten(0, 1), answers.flatten())
    return loss.item(), (scores.argmax(dim=-1) == answers).float().mean().item()


def train_one(seed, learned, validation):
    """A model in half precision, and its loss on the validation text."""
    torch.manual_seed(seed)
    model = GPT(len(LETTERS), PLACES, WIDTH, BLOCKS)
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=0.01)
    for step in range(STEPS):
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step)
        starts = torch.randint(len(learned) - PLACES, (BATCH, 1))
        loss = loss_of(model, learned[starts + torch.arange(PLACES + 1)])
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if (step + 1) % 500 == 0:
            print(f"step {step + 1}: loss {loss.item():.3f}, "
                  f"validation {judged(model, validation)[0]:.3f}", flush=True)
    weights = {name: weight.half() for name, weight in model.state_dict().items()}
    model.load_state_dict(weights)
    loss, right = judged(model, validation)
    print(f"seed {seed}: validation {loss:.3f}, {right:.3f} of the letters right", flush=True)
    return loss, model, weights


def main(path=None, *seeds):
    torch.set_num_threads(1)
    with open("alice.txt") as file:
        text = ids_of(file.read().replace("\n", " "))
    part = len(text) // 20
    learned, validation, test = text[:-2 * part], text[-2 * part:-part], text[-part:]
    tried = [train_one(int(seed), learned, validation) for seed in seeds or [1]]
    _, model, weights = min(tried, key=lambda one: one[0])
    loss, right = judged(model, test)
    count = sum(parameter.numel() for parameter in model.parameters())
    print(f"the best of them: {count} parameters, test {loss:.3f}, {right:.3f} of the letters right")
    if path:
        torch.save(weights, path)


if __name__ == "__main__":
    main(*sys.argv[1:])
