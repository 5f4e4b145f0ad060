import torch


def softmax_attention(q, k, v):
    return (q @ k.mT / q.size(-1) ** 0.5).softmax(-1) @ v


def linear_attention(q, k, v, feature=lambda x: torch.nn.functional.elu(x) + 1):
    q, k = feature(q), feature(k)
    return q @ (k.mT @ v) / (q @ k.sum(-2, keepdim=True).mT)
