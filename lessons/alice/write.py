"""Writes as long as it is let, letter by letter: qkv run write.py [BEGINNING [TEMPERATURE [SEED]]]"""
import sys

import torch

from model import BLOCKS, GPT, LETTERS, PLACES, WIDTH, ids_of

LENGTH = 600


def main(beginning="alice ", temperature="0.7", seed="1"):
    torch.set_grad_enabled(False)
    torch.manual_seed(int(seed))
    model = GPT(len(LETTERS), PLACES, WIDTH, BLOCKS)
    model.load_state_dict(torch.load("alice.pt"))
    text = beginning
    print(text, end="", flush=True)
    for _ in range(LENGTH):
        logits = model(ids_of(text[-PLACES:]))[-1]
        chances = torch.softmax(logits / float(temperature), dim=-1)
        letter = LETTERS[torch.multinomial(chances, 1)]
        text += letter
        print(letter, end="", flush=True)
    print()


if __name__ == "__main__":
    main(*sys.argv[1:])
