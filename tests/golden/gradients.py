#!/usr/bin/env python3
"""Writes gradients.txt: what PyTorch's autograd gives for each case of strides.py, where each operation
has one.

    UPDATE=1 tests/parity/golden.py tests/golden/gradients.py

Each tensor of random numbers that a case asks for is a leaf; what comes of it is weighed and summed.
A line says operation, layout of the input, and after the arrow:

    NAME:          the gradient of each leaf in float64: its shape, and some of its cells
    NAME float32:  the same in float32
    NAME twice:    in float64 the gradients of the weighed sum of those gradients, those left out that are 0
    NAME node:     what the results' nodes are called; `constant` where none requires a gradient

tests/unit/test_gradients.c runs this program with qkv and compares; so does tests/parity/gradients.py
with other numbers and all layouts. gradients_differ.txt names the lines that differ.
"""
import warnings

import torch

import strides

warnings.filterwarnings("ignore")
SEED = 1
LOW, HIGH = 0.1, 0.9  # the leaves' numbers are between them
LAYOUTS = ["matrix-transposed", "heads"]
MOST = 3  # cells of each gradient that are told, spread evenly
DIGITS = {torch.float64: 14, torch.float32: 9}
ERRORS = (RuntimeError, IndexError, ValueError, TypeError, NotImplementedError, AttributeError)

leaves = []


def numbers(*shape):
    leaf = (torch.rand(shape) * (HIGH - LOW) + LOW).requires_grad_()
    leaves.append(leaf)
    return leaf


strides.numbers = numbers


def flat(found):
    if not isinstance(found, (tuple, list)):
        return [found]
    return [item for part in found for item in flat(part)]


def followed(tensors):
    return [t for t in tensors if isinstance(t, torch.Tensor) and t.requires_grad]


def weighed(tensors):
    return sum((t * torch.rand(t.shape)).sum() for t in tensors)


def derived(tensors, creates):
    return torch.autograd.grad(weighed(tensors), leaves, create_graph=creates, allow_unused=True)


def shown(grad):
    if grad is None:
        return "none"
    every = (torch.zeros(grad.shape) + grad.detach()).reshape(-1).tolist()  # zeros may have no memory
    some = min(len(every), MOST)
    places = [i * (len(every) - 1) // max(1, some - 1) for i in range(some)]
    return " ".join([str(tuple(grad.shape)).replace(" ", "")]
                    + [f"{every[at]:.{DIGITS[grad.dtype]}g}" for at in places])


def answered(make):
    try:
        return "; ".join([shown(grad) for grad in make()])
    except ERRORS:
        return "refused"


def results(name, layout, dtype):
    """The results of a case that require a gradient."""
    torch.set_default_dtype(dtype)
    torch.manual_seed(SEED)
    leaves.clear()
    return followed(flat(strides.CASES[name](strides.INPUTS[layout]())))


def node(result):
    return type(result.grad_fn).__name__ if result.grad_fn else "leaf"


def twice(grads):
    again = derived(followed(grads), False) if followed(grads) else []
    return [grad for grad in again if grad is not None and not bool((grad.abs() < 1e-11).all())]


def tell(name, layout):
    try:
        found = results(name, layout, torch.float64)
    except ERRORS:
        return  # strides.txt says so
    print(f"{name} node: {layout} -> {','.join([node(part) for part in found]) or 'constant'}")
    if not found:
        return
    grads = []
    print(f"{name}: {layout} -> {answered(lambda: grads.extend(derived(found, True)) or grads)}")
    if not grads:
        return
    print(f"{name} twice: {layout} -> {answered(lambda: twice(grads))}")
    found = results(name, layout, torch.float32)
    print(f"{name} float32: {layout} -> {answered(lambda: derived(found, False))}")


for name in strides.CASES:
    for layout in LAYOUTS:
        tell(name, layout)
