"""Writes the files of tests/axes/files that PyTorch and NumPy make; needs both, and safetensors.

    python3 tests/axes/make_files.py
"""
import os

import numpy
import torch
from safetensors.torch import save_file

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'files')
numbers = numpy.random.default_rng(0)


def in_folder(name):
    return os.path.join(FOLDER, name)


def weights(*shape, axis=-1):
    """Numbers that sum to 1 along the axis."""
    e = numpy.exp(2 * numbers.normal(size=shape))
    return (e / e.sum(axis, keepdims=True)).astype('f4')


def causal(*shape):
    return numpy.stack([numpy.tril(w) / numpy.tril(w).sum(-1, keepdims=True)
                        for w in weights(*shape).reshape(-1, *shape[-2:])]).reshape(shape)


os.makedirs(FOLDER, exist_ok=True)
numpy.save(in_folder('five.npy'), weights(2, 3, 4, 4, 4))
numpy.save(in_folder('four.npy'), weights(2, 4, 5, 5))
numpy.save(in_folder('one_text.npy'), weights(1, 4, 5, 5))
numpy.save(in_folder('twelve.npy'), weights(12, 12, 3, 3))
numpy.save(in_folder('three.npy'), weights(4, 4, 4))
numpy.save(in_folder('two.npy'), weights(5, 5))
numpy.save(in_folder('crossed.npy'), weights(3, 6))
numpy.save(in_folder('columns.npy'), weights(5, 5, axis=0))
numpy.save(in_folder('plain.npy'), numbers.normal(size=(5, 5)).astype('f4'))
numpy.save(in_folder('row.npy'), weights(6))
numpy.savez(in_folder('layers.npz'), **{f'layer{i}': weights(1, 2, 4, 4) for i in range(12)})
numpy.savez(in_folder('arrays.npz'), *[weights(2, 3, 3) for _ in range(12)])
numpy.savez(in_folder('mixed.npz'), attention=weights(2, 4, 4), embeddings=numbers.normal(size=(4, 6)),
            mask=numpy.tril(numpy.ones((4, 4), bool)), tokens=numpy.array('the cat sat .'.split()))
cache = {}
for i in range(12):
    cache[f'blocks.{i}.attn.hook_pattern'] = torch.tensor(causal(1, 2, 3, 3))
    cache[f'blocks.{i}.attn.hook_q'] = torch.tensor(numbers.normal(size=(1, 3, 2, 2)).astype('f4'))
save_file(cache, in_folder('cache.safetensors'))
torch.save({'attentions': tuple(torch.tensor(weights(2, 2, 3, 3)) for _ in range(3)),
            'cross_attentions': tuple(torch.tensor(weights(2, 2, 3, 4)) for _ in range(3))},
           in_folder('outputs.pt'))
