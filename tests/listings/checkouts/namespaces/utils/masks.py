import torch


def causal(n):
    return torch.ones(n, n).tril().bool()
