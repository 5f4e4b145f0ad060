"""Multi-head attention from scratch.

A small listing with a main function."""
import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class MultiHeadAttention(nn.Module):
    """Attention with several heads."""

    def __init__(self, d_model=8, n_heads=2, dropout=0.1):
        super().__init__()
        assert d_model % n_heads == 0
        self.d_k = d_model // n_heads
        self.n_heads = n_heads
        self.w_q = nn.Linear(d_model, d_model)
        self.w_k = nn.Linear(d_model, d_model)
        self.w_v = nn.Linear(d_model, d_model)
        self.w_o = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)

    def split(self, x):
        b, t, d = x.shape
        return x.view(b, t, self.n_heads, self.d_k).transpose(1, 2)

    def attention(self, q, k, v, mask=None):
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
        if mask is not None:
            scores = scores.masked_fill(mask == 0, float("-inf"))
        weights = F.softmax(scores, dim=-1)
        return self.dropout(weights) @ v, weights

    def forward(self, x, mask=None):
        q, k, v = self.split(self.w_q(x)), self.split(self.w_k(x)), self.split(self.w_v(x))
        out, weights = self.attention(q, k, v, mask)
        out = out.transpose(1, 2).contiguous().view(x.shape)
        return self.w_o(out), weights


def main():
    torch.manual_seed(0)
    x = torch.randn(2, 4, 8)
    mask = torch.tril(torch.ones(4, 4))
    mha = MultiHeadAttention()
    mha.eval()
    with torch.no_grad():
        out, weights = mha(x, mask)
    print(out.shape, weights.shape)
    print(weights[0, 0])


if __name__ == "__main__":
    main()
