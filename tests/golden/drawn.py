#!/usr/bin/env python3
"""Writes drawn.txt: what the real PyTorch draws on the CPU, to the last bit.

    UPDATE=1 tests/parity/golden.py tests/golden/drawn.py

PyTorch must run its AVX2 kernels (x86). A line `seed S` seeds the generator; each other line draws
from it, one after another:

    NAME COUNT A B = COUNT #HASH

rand, randn, uniform A B, normal A B, exponential A, bernoulli A, randint A B, randperm; `serial A B`
is normal_() of a tensor that is not contiguous. The hash is FNV-1a of 64 bits over the cells as
words of 32 bits, the low one first.
"""
import sys

import numpy as np
import torch

if "CPU capability usage: AVX" not in torch.__config__.show():
    sys.exit("drawn.py: this PyTorch does not use AVX2 here")

DRAW = {
    "rand": lambda n, a, b: torch.rand(n),
    "randn": lambda n, a, b: torch.randn(n),
    "uniform": lambda n, a, b: torch.empty(n).uniform_(a, b),
    "normal": lambda n, a, b: torch.empty(n).normal_(a, b),
    "serial": lambda n, a, b: torch.empty(n, 2)[:, 0].normal_(a, b),
    "exponential": lambda n, a, b: torch.empty(n).exponential_(a),
    "bernoulli": lambda n, a, b: torch.empty(n).bernoulli_(a),
    "randint": lambda n, a, b: torch.randint(a, b, (n,)),
    "randperm": lambda n, a, b: torch.randperm(n),
}

CASES = [(name, n, 0, 0) for n in (1, 3, 15, 16, 17, 32, 100, 1000, 65537) for name in ("rand", "randn")]
CASES += [(name, n, a, b) for n in (5, 16, 77, 4096) for a, b in ((-0.1, 0.1), (2, 3), (-1e-3, 1e6))
          for name in ("uniform", "normal", "serial")]
CASES += [("exponential", 50, a, 0) for a in (1, 0.25)]
CASES += [("bernoulli", 100, a, 0) for a in (0.1, 0.5, 0.9, 1, 0)]
CASES += [("randint", 50, a, b) for a, b in ((0, 10), (-5, 5), (0, 2**31), (0, 2**32 - 1), (0, 2**32),
                                             (-2**62, 2**62), (-2**63, 2**63 - 1))]
CASES += [("randperm", n, 0, 0) for n in (1, 2, 10, 1000)]


def fnv(cells):
    value = 0xCBF29CE484222325
    for word in np.ascontiguousarray(cells.numpy()).view(np.uint32).tolist():
        value = (value ^ word) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


print(f"# PyTorch {torch.__version__.split('+')[0]}; written by tests/golden/drawn.py")
for seed in (0, 42, -7, 2**40 + 3):
    print(f"seed {seed}")
    torch.manual_seed(seed)
    for name, n, a, b in CASES:
        print(f"{name} {n} {a} {b} = {n} #{fnv(DRAW[name](n, a, b)):016x}")
