"""Trains the translator: train.py [FILE.pt SEED…]  Tells how many sentences it gets right as a whole.

Without arguments it trains with one seed and writes no file, so that qkv runs it, too.

20,000 sentences are learned from; 1,000 others say which seed is best (validation), and a last
1,000 how good that one is (test). The weights are written in half precision, and judged so.
"""
import json
import math
import random
import sys

import torch
from torch import nn

from grammar import LONGEST, corpus
from model import Translator

LEARNED, HELD_OUT = 20000, 1000
PAD, BEGIN, END = 0, 1, 2
STEPS, WARM_UP, RATE, BATCH = 7000, 200, 3e-3, 64


def words_of(pairs):
    german = ["<pad>"] + sorted({word for pair in pairs for word in pair[0]})
    english = ["<pad>", "<begin>", "<end>"] + sorted({word for pair in pairs for word in pair[1]})
    return german, english


def as_numbers(pairs, german, english):
    german = {word: i for i, word in enumerate(german)}
    english = {word: i for i, word in enumerate(english)}
    source = torch.zeros(len(pairs), LONGEST, dtype=torch.long)
    target = torch.zeros(len(pairs), LONGEST + 2, dtype=torch.long)
    for i, pair in enumerate(pairs):
        source[i, : len(pair[0])] = torch.tensor([german[word] for word in pair[0]])
        whole = [BEGIN] + [english[word] for word in pair[1]] + [END]
        target[i, : len(whole)] = torch.tensor(whole)
    return source, target


def batches(lengths):
    """Sentences of like length together, so that there is little padding."""
    while True:
        for some in torch.randperm(len(lengths)).split(BATCH * 16):
            together = list(some[lengths[some].argsort()].split(BATCH))
            random.shuffle(together)
            yield from together


def translate(model, source):
    """The likeliest next word, again and again."""
    memory, hidden = model.encode(source)
    target = torch.full((len(source), 1), BEGIN)
    for _ in range(LONGEST + 1):
        scores = model.decode(target, memory, hidden)[:, -1]
        target = torch.cat([target, scores.argmax(dim=-1, keepdim=True)], dim=1)
    return target


def share_right(model, source, target):
    model.eval()
    with torch.no_grad():
        made = translate(model, source)
    model.train()
    right = 0
    for ours, theirs in zip(made.tolist(), target.tolist()):
        ours = ours[: ours.index(END) + 1] if END in ours else ours
        right += ours == theirs[: theirs.index(END) + 1]
    return right / len(source)


def rate_at(step):
    return RATE * min(1, (step + 1) / WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * step / STEPS))


def train(model, source, target, validation):
    optimizer = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98), eps=1e-9)
    loss_of = nn.CrossEntropyLoss(ignore_index=PAD)
    lengths = (source != PAD).sum(dim=1)
    for step, batch in zip(range(STEPS), batches(lengths)):
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step)
        german = source[batch][:, : int(lengths[batch].max())]
        english = target[batch][:, : int((target[batch] != PAD).sum(dim=1).max())]
        loss = loss_of(model(german, english[:, :-1]).flatten(0, 1), english[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if (step + 1) % 1000 == 0:
            print(f"step {step + 1}: loss {loss.item():.4f}, "
                  f"validation {share_right(model, *validation):.3f}", flush=True)


def train_one(seed, german, english, learned, validation):
    """A model in half precision, and its share of the validation sentences."""
    torch.manual_seed(seed)
    random.seed(seed)
    model = Translator(len(german), len(english))
    train(model, *learned, validation)
    weights = {name: weight.half() for name, weight in model.state_dict().items()}
    model.load_state_dict(weights)
    share = share_right(model, *validation)
    print(f"seed {seed}: validation {share:.3f}", flush=True)
    return share, model, weights


def main(path=None, *seeds):
    torch.set_num_threads(1)
    pairs = corpus(LEARNED + 2 * HELD_OUT, 7)
    german, english = words_of(pairs)
    source, target = as_numbers(pairs, german, english)
    parts = [slice(0, LEARNED), slice(LEARNED, LEARNED + HELD_OUT), slice(LEARNED + HELD_OUT, None)]
    learned, validation, test = [(source[part], target[part]) for part in parts]
    tried = [train_one(int(seed), german, english, learned, validation) for seed in seeds or [1]]
    _, model, weights = max(tried, key=lambda one: one[0])
    count = sum(parameter.numel() for parameter in model.parameters())
    print(f"the best of them: {count} parameters, test {share_right(model, *test):.3f}")
    if path:
        torch.save(weights, path)
        with open(path.removesuffix(".pt") + ".json", "w") as file:
            json.dump({"german": german, "english": english}, file, ensure_ascii=False, indent=0)


if __name__ == "__main__":
    main(*sys.argv[1:])
