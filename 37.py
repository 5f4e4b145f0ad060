import torch
def attention(q, k):
    return q @ k
attention(torch.ones(2, 3), torch.ones(2, 3))
