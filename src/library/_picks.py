"""Parts and means of attention weights, for qkv's own use: what --head, --layer, --rollout,
--merge-words and --over ask for, and expressions that are typed where a tensor is named."""

import torch


def tensor(value):
    """A list of numbers, or of tensors of one shape, as a tensor."""
    if isinstance(value, (bool, int, float)):
        return torch.tensor(value)
    if isinstance(value, (list, tuple)) and len(value) > 0:
        if all(isinstance(item, torch.Tensor) for item in value):
            return torch.stack(list(value))
        return torch.tensor(value)
    raise TypeError(f'the expression gives no tensor, but {_article(type(value).__name__)}')


def _article(name):
    return f'an {name}' if name[0] in 'aeiou' else f'a {name}'


stack = torch.stack


def mean(weights, heads):
    return weights.mean(heads)


def max(weights, heads):
    return weights.max(heads).values


def rollout(weights, layers):
    """How much of each token is in each place after all layers: what a layer attends to, and itself,
    half each (Abnar and Zuidema, 2020)."""
    identity = torch.eye(weights.shape[-1])
    mixed = [layer + identity for layer in weights.unbind(layers)]
    mixed = [layer / layer.sum(-1, keepdim=True) for layer in mixed]
    joint = mixed[0]
    for layer in mixed[1:]:
        joint = layer @ joint
    return joint


def _whole(sizes):
    """Pieces × words: 1 where a piece belongs to the word."""
    return torch.eye(len(sizes), dtype=torch.float64).repeat_interleave(torch.tensor(sizes), 0)


def merge(weights, rows, columns, rule):
    """Numbers of pieces of each word. To a word goes the sum of what goes to its pieces, from a word
    the mean (or the sum) of what goes from them."""
    of = _whole(rows)
    if rule == 'mean':
        of = of / of.sum(0)
    return of.T @ weights.double() @ _whole(columns)


def patches(weights, query):
    """Patches fill a square; what is before them, as the class token, is no patch."""
    if weights.ndim > 1:
        weights = weights[query]
    side = int(len(weights)**0.5)
    return weights[len(weights) - side * side:].reshape(side, side)
