"""nn.MultiheadAttention that is not asked for its weights."""
import sys

import torch
import torch.nn as nn

import qkv

torch.manual_seed(5)
attention = nn.MultiheadAttention(12, 3, kdim=8, vdim=10, batch_first=True).eval()
query, key, value = torch.randn(2, 4, 12), torch.randn(2, 6, 8), torch.randn(2, 6, 10)
with torch.no_grad(), qkv.record(sys.argv[1], attention, keep=True, query=query, key=key, value=value):
    output, _ = attention(query, key, value, need_weights=False)
