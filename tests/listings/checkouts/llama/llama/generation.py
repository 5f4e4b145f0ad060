import json
from pathlib import Path

import torch

from .model import ModelArgs, Transformer


class Llama:
    @staticmethod
    def build(params, seed=1):
        torch.manual_seed(seed)
        args = ModelArgs(**json.loads(Path(params).read_text()))
        print(args)
        return Llama(Transformer(args))

    def __init__(self, model):
        self.model = model

    def generate(self, prompt, n):
        tokens, prev = list(prompt), 0
        for cur in range(len(prompt), len(prompt) + n):
            logits = self.model(torch.tensor([tokens[prev:cur]]), prev)
            tokens.append(int(torch.argmax(logits[:, -1], dim=-1)))
            prev = cur
        return tokens, logits[0, -1, :4]
