"""Writes tests/models/written.json: what the small GPT-2 beside it writes with each setting and seed.

    python3 tests/support/make_written.py

The forward pass and the choice of tokens are written here out of formulas, in lists where that is
possible; PyTorch draws the tokens. Nothing of src/library is used. Needs PyTorch and safetensors.
"""
import json
import math
import os

import torch
from safetensors.torch import load_file

FOLDER = os.path.join(os.path.dirname(__file__), '..', 'models')
HEADS, LAYERS, EPS = 2, 2, 1e-5
SETTINGS = [{}, {'temperature': 0.5}, {'temperature': 2.5, 'top_k': 0}, {'top_k': 3}, {'top_k': 1},
            {'top_k': 0, 'top_p': 0.6}, {'top_k': 0, 'top_p': 0.0}, {'top_k': 0, 'min_p': 0.1},
            {'top_k': 0, 'min_p': 1.0}, {'temperature': 3.0, 'top_k': 20, 'top_p': 0.9, 'min_p': 0.02},
            {'temperature': 1.5, 'repetition_penalty': 1.3}, {'do_sample': False, 'repetition_penalty': 2.0}]
tensors = load_file(os.path.join(FOLDER, 'gpt2', 'model.safetensors'))
prompt = load_file(os.path.join(FOLDER, 'golden.safetensors'))['gpt2.ids'][0].tolist()


def norm(x, name):
    centred = x - x.mean(-1, keepdim=True)
    return (centred / (centred.pow(2).mean(-1, keepdim=True) + EPS).sqrt() * tensors[f'{name}.weight']
            + tensors[f'{name}.bias'])


def projected(x, name):
    return x @ tensors[f'{name}.weight'] + tensors[f'{name}.bias']


def logits_of(ids):
    x = tensors['wte.weight'][ids] + tensors['wpe.weight'][:len(ids)]
    d = x.shape[1] // HEADS
    for i in range(LAYERS):
        qkv = projected(norm(x, f'h.{i}.ln_1'), f'h.{i}.attn.c_attn').chunk(3, dim=1)
        heads = []
        for h in range(HEADS):
            q, k, v = [part[:, h * d:(h + 1) * d] for part in qkv]
            scores = q @ k.T / math.sqrt(d)
            scores = scores + torch.full_like(scores, -math.inf).triu(1)
            heads.append(scores.softmax(1) @ v)
        x = x + projected(torch.cat(heads, 1), f'h.{i}.attn.c_proj')
        inner = projected(norm(x, f'h.{i}.ln_2'), f'h.{i}.mlp.c_fc')
        inner = .5 * inner * (1 + torch.tanh(math.sqrt(2 / math.pi) * (inner + .044715 * inner ** 3)))
        x = x + projected(inner, f'h.{i}.mlp.c_proj')
    return norm(x, 'ln_f')[-1] @ tensors['wte.weight'].T


def shares_of(scores):
    top = max(scores)
    parts = [math.exp(score - top) for score in scores]
    return [part / sum(parts) for part in parts]


def kept_by(scores, top_k, top_p, min_p):
    """The numbers of the tokens that may be drawn, each rule among those that the one before left."""
    order = sorted(range(len(scores)), key=lambda token: -scores[token])
    if top_k:
        order = [token for token in order if scores[token] >= scores[order[min(top_k, len(order)) - 1]]]
    shares = shares_of([scores[token] for token in order])
    if top_p < 1:
        count, sum_before = 1, shares[0]
        while count < len(order) and sum_before < top_p:
            sum_before += shares[count]
            count += 1
        order, shares = order[:count], shares_of([scores[token] for token in order[:count]])
    return [token for token, share in zip(order, shares) if share >= min_p * shares[0]]


def written(count, do_sample=True, temperature=1.0, top_k=50, top_p=1.0, min_p=0.0, repetition_penalty=1.0):
    ids, counts = list(prompt), []
    for _ in range(count):
        scores = logits_of(ids)
        for token in set(ids):
            scores[token] = scores[token] / repetition_penalty if scores[token] > 0 else \
                scores[token] * repetition_penalty
        if not do_sample:
            ids.append(scores.argmax().item())
            continue
        scores = scores / temperature
        kept = kept_by(scores.tolist(), top_k, top_p, min_p)
        hidden = torch.full_like(scores, -math.inf)
        hidden[kept] = scores[kept]
        ids.append(torch.multinomial(hidden.softmax(0)[None], 1).item())
        counts.append(len(kept))
    return ids[len(prompt):], counts


made = []
for settings in SETTINGS:
    for seed in (0, 1, 2):
        torch.manual_seed(seed)
        ids, kept = written(10, **settings)
        made.append({'settings': settings, 'seed': seed, 'ids': ids, 'kept': kept})
with open(os.path.join(FOLDER, 'written.json'), 'w') as file:
    file.write('[' + ',\n '.join(json.dumps(row) for row in made) + ']\n')
