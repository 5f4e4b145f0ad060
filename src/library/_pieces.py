"""What a figure makes of weights before it draws them: tokens that are pieces become words, the
weights of one query over the patches of an image become a map of it."""

import torch


def _whole(sizes):
    """Pieces × words: 1 where a piece belongs to the word."""
    return torch.eye(len(sizes), dtype=torch.float64).repeat_interleave(torch.tensor(sizes), 0)


def merge(weights, rows, columns, rule):
    """Numbers of pieces of each word. To a word goes the sum of what goes to its pieces, from a word
    the mean (or the sum) of what goes from them."""
    weights = torch.as_tensor(weights)
    of = _whole(rows)
    if rule == 'mean':
        of = of / of.sum(0)
    return of.T @ weights.double() @ _whole(columns)


def patches(weights, query):
    """Patches fill a square; what is before them, as the class token, is no patch."""
    weights = torch.as_tensor(weights)
    if weights.ndim > 1:
        weights = weights[query]
    side = int(len(weights)**0.5)
    return weights[len(weights) - side * side:].reshape(side, side)
