"""Writes tests/models/circuits.safetensors: what the heads of models in tests/models write.

    python3 tests/support/make_circuits.py

Formulas of its own over the tensors of the folders, and those of make_decoders.py; nothing of src/library is used. A head is held by
putting other numbers among those that the output projection multiplies, as a forward pre-hook would.
Needs PyTorch and safetensors.
"""
import json
import os

import make_decoders
import torch
import torch.nn.functional as F
from safetensors.torch import load_file, save_file

FOLDER = os.path.join(os.path.dirname(__file__), '..', 'models')
D, HEADS, LAYERS = 8, 2, 2
SIZE = D // HEADS
W = {name.removeprefix('transformer.'): tensor for name, tensor
     in load_file(os.path.join(FOLDER, 'gpt2', 'model.safetensors')).items()}
HERE = [293, 262, 283]   # The cat sat
THERE = [293, 276, 283]  # The dog sat
TOKEN, AGAINST = 276, 262


def norm(name, x):
    return F.layer_norm(x, (D,), W[name + '.weight'], W[name + '.bias'], 1e-5)


def run(ids, hold=None):
    """All that is kept; hold(layer, name, tensor) gives what takes a tensor's place."""
    hold = hold or (lambda layer, name, tensor: tensor)
    tokens = len(ids)
    x = W['wte.weight'][ids] + W['wpe.weight'][:tokens]
    kept = {'embedding': x}
    for n in range(LAYERS):
        x = kept[f'state.{n}'] = hold(n, 'state', x)
        joined = norm(f'h.{n}.ln_1', x) @ W[f'h.{n}.attn.c_attn.weight'] + W[f'h.{n}.attn.c_attn.bias']
        q, k, v = (part.reshape(tokens, HEADS, SIZE).permute(1, 0, 2) for part in joined.chunk(3, -1))
        scores = torch.einsum('hqd,hkd->hqk', q, k) / SIZE ** 0.5
        later = torch.triu(torch.full((tokens, tokens), float('-inf')), 1)
        weights = (scores + later).softmax(-1)
        mixed = torch.einsum('hqk,hkd->qhd', weights, v).reshape(tokens, D)
        mixed = kept[f'mixed.{n}'] = hold(n, 'mixed', mixed)
        kept[f'scores.{n}'], kept[f'values.{n}'] = scores, v
        x = x + mixed @ W[f'h.{n}.attn.c_proj.weight'] + W[f'h.{n}.attn.c_proj.bias']
        inner = norm(f'h.{n}.ln_2', x) @ W[f'h.{n}.mlp.c_fc.weight'] + W[f'h.{n}.mlp.c_fc.bias']
        mlp = F.gelu(inner, approximate='tanh') @ W[f'h.{n}.mlp.c_proj.weight'] + W[f'h.{n}.mlp.c_proj.bias']
        kept[f'mlp.{n}'] = mlp
        x = x + mlp
    kept['end'] = x
    kept['logits'] = norm('ln_f', x) @ W['wte.weight'].T
    return kept


def difference(kept):
    return kept['logits'][-1, TOKEN] - kept['logits'][-1, AGAINST]


def to_logit(row, whole, towards):
    """Of a part of the last row of the stream, as the last norm scales the whole."""
    centred = row - row.mean()
    return (centred / (whole.var(unbiased=False) + 1e-5).sqrt() * W['ln_f.weight']) @ towards


def parts_of(kept):
    towards = W['wte.weight'][TOKEN] - W['wte.weight'][AGAINST]
    whole = kept['end'][-1]
    parts = [to_logit(kept['embedding'][-1], whole, towards)]
    for n in range(LAYERS):
        for head in range(HEADS):
            alone = torch.zeros(D)
            alone[head * SIZE:(head + 1) * SIZE] = kept[f'mixed.{n}'][-1, head * SIZE:(head + 1) * SIZE]
            parts.append(to_logit(alone @ W[f'h.{n}.attn.c_proj.weight'], whole, towards))
        parts.append(to_logit(W[f'h.{n}.attn.c_proj.bias'], whole, towards))
        parts.append(to_logit(kept[f'mlp.{n}'][-1], whole, towards))
    parts.append(W['ln_f.bias'] @ towards)
    return torch.stack(parts)


def swept_heads(values):
    held = torch.zeros(LAYERS, HEADS)
    for layer in range(LAYERS):
        for head in range(HEADS):
            def hold(at, name, tensor):
                if (at, name) != (layer, 'mixed'):
                    return tensor
                tensor = tensor.clone()
                tensor[:, head * SIZE:(head + 1) * SIZE] = values[layer][:, head * SIZE:(head + 1) * SIZE]
                return tensor
            held[layer, head] = difference(run(HERE, hold))
    return held


def swept_states(there):
    held = torch.zeros(LAYERS, len(HERE))
    for layer in range(LAYERS):
        for place in range(len(HERE)):
            def hold(at, name, tensor):
                if (at, name) != (layer, 'state'):
                    return tensor
                tensor = tensor.clone()
                tensor[place] = there[f'state.{layer}'][place]
                return tensor
            held[layer, place] = difference(run(HERE, hold))
    return held


# ---- models like Llama ----------------------------------------------------------------------------

DECODERS = ('llama2', 'gemma2', 'olmo2')
TEXT, OTHER = [3, 17, 9, 28, 5], [3, 17, 30, 28, 5]


class Held:
    """torch.nn.functional whose products with some weights are kept, or have other numbers put in."""

    def __init__(self, at):
        self.at, self.kept = at, {}  # at: by the weight's address, what changes the input

    def __getattr__(self, name):
        return getattr(F, name)

    def linear(self, x, weight, bias=None):
        self.kept[weight.data_ptr()] = x
        change = self.at.get(weight.data_ptr())
        return F.linear(change(x) if change else x, weight, bias)


def decoded(config, tensors, ids, at=None):
    """The logits, the states, and what each weight was multiplied by."""
    make_decoders.F = Held(at or {})
    logits, states, _ = make_decoders.forward(config, tensors, torch.tensor(ids))
    return logits, states, make_decoders.F.kept


def decoder(name):
    folder = os.path.join(FOLDER, name)
    with open(os.path.join(folder, 'config.json')) as file:
        config = {**json.load(file), 'final_logit_softcapping': None}  # parts add up before the cap
    tensors = load_file(os.path.join(folder, 'model.safetensors'))
    tensors = {key: tensor.float() for key, tensor in tensors.items()}
    heads, layers = config['num_attention_heads'], config['num_hidden_layers']
    size = make_decoders.head_size(config)
    outputs = [tensors[f'model.layers.{n}.self_attn.o_proj.weight'].data_ptr() for n in range(layers)]
    logits, states, _ = decoded(config, tensors, TEXT)
    _, _, there = decoded(config, tensors, OTHER)
    patched = torch.zeros(layers, heads)
    for layer, address in enumerate(outputs):
        for head in range(heads):
            def put(x):
                x = x.clone()
                own = slice(head * size, (head + 1) * size)
                x[:, own] = there[address][:, own]
                return x
            row = decoded(config, tensors, TEXT, {address: put})[0][-1]
            patched[layer, head] = row[7] - row[2]
    head = tensors['model.embed_tokens.weight'] if config['tie_word_embeddings'] else tensors['lm_head.weight']
    lens = [make_decoders.norm(config, state[-1], tensors['model.norm.weight']) @ head.T
            for state in states[:-1]]
    return {f'{name}.logit': logits[-1, 7] - logits[-1, 2], f'{name}.patched': patched,
            f'{name}.lens': torch.stack(lens)}


def main():
    here, there = run(HERE), run(THERE)
    tensors = {'parts': parts_of(here), 'logit': difference(here)}
    states = [here[f'state.{n}'][-1] for n in range(LAYERS)] + [here['end'][-1]]
    tensors['lens'] = norm('ln_f', torch.stack(states)) @ W['wte.weight'].T
    towards = W['wte.weight'][[TOKEN, AGAINST]]
    scale = (here['end'][-1].var(unbiased=False) + 1e-5).sqrt()
    for n in range(LAYERS):
        for head in range(HEADS):
            tensors[f'qk.{n}.{head}'] = here[f'scores.{n}'][head]
            written = here[f'values.{n}'][head] @ W[f'h.{n}.attn.c_proj.weight'][head * SIZE:(head + 1) * SIZE]
            centred = written - written.mean(-1, keepdim=True)
            tensors[f'ov.{n}.{head}'] = centred / scale * W['ln_f.weight'] @ towards.T
    tensors['patched'] = swept_heads([there[f'mixed.{n}'] for n in range(LAYERS)])
    both = [torch.cat([one[f'mixed.{n}'] for one in (here, there)]) for n in range(LAYERS)]
    tensors['ablated'] = swept_heads([one.mean(0, keepdim=True).expand(len(HERE), D) for one in both])
    tensors['states'] = swept_states(there)
    for name in DECODERS:
        tensors.update(decoder(name))
    assert abs(tensors['parts'].sum() - tensors['logit']) < 1e-4
    save_file({name: tensor.contiguous() for name, tensor in tensors.items()},
              os.path.join(FOLDER, 'circuits.safetensors'))


if __name__ == '__main__':
    with torch.no_grad():
        main()
