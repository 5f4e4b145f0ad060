import torch


def entropy(weights):
    return -(weights * weights.clamp_min(1e-12).log2()).sum(-1)
