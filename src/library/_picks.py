"""Parts and means of attention weights, for qkv's own use: what --head, --layer and --rollout ask
for, and expressions that are typed where a tensor is named."""

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
