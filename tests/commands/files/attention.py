#!/usr/bin/env python3
# A small listing
"""Self-attention by hand.

Three inputs of four features.

    q = x @ w_query

The end.
"""
import torch
import math

# Step 1: Inputs
x = torch.tensor([[1.,0.,1.,0.],[0.,2.,0.,2.],[1.,1.,1.,1.]])

# ---- Helpers ----
def attention(q, k, v):
    """Docstring stays."""
# odd comment
    s = q @ k.T / math.sqrt(q.shape[-1])
    w = torch.softmax(s, -1)
    return w @ v

# %%
"""Now we use it."""
y = attention(x, x, x)
print(y)
