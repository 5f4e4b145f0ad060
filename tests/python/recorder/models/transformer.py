"""nn.Transformer: encoder, decoder with a causal mask, attention to the other sentence."""
import sys

import torch
import torch.nn as nn

import qkv

torch.manual_seed(3)
model = nn.Transformer(d_model=16, nhead=4, num_encoder_layers=2, num_decoder_layers=2, dim_feedforward=32,
                       batch_first=True).eval()
source, target = torch.randn(2, 6, 16), torch.randn(2, 5, 16)
mask = nn.Transformer.generate_square_subsequent_mask(5)
with torch.no_grad(), qkv.record(sys.argv[1], model, keep=True, source=source, target=target):
    output = model(source, target, tgt_mask=mask)
