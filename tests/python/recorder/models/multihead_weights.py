"""nn.MultiheadAttention that is asked for its weights, with words to leave out."""
import sys

import torch
import torch.nn as nn

import qkv

torch.manual_seed(4)
attention = nn.MultiheadAttention(12, 3, batch_first=True).eval()
x = torch.randn(2, 6, 12)
padding = torch.tensor([[False] * 6, [False] * 4 + [True] * 2])
with torch.no_grad(), qkv.record(sys.argv[1], attention, keep=True, x=x):
    output, weights = attention(x, x, x, key_padding_mask=padding, need_weights=True,
                                average_attn_weights=False)
