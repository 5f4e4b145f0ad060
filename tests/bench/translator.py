"""A step of training the translator: 64 pairs of sentences, d_model = 64, two layers on each side."""
import torch
from torch import nn

from model import Translator

# The bench writes this line anew.
TOKENS = 13

torch.manual_seed(0)
model = Translator(152, 113, d_model=64, d_hidden=128)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, betas=(0.9, 0.98), eps=1e-9)
loss_of = nn.CrossEntropyLoss(ignore_index=0)
german = torch.randint(1, 152, (64, TOKENS - 1))
english = torch.randint(1, 113, (64, TOKENS + 1))

# What follows is timed.
loss = loss_of(model(german, english[:, :-1]).flatten(0, 1), english[:, 1:].flatten())
optimizer.zero_grad()
loss.backward()
nn.utils.clip_grad_norm_(model.parameters(), 1.0)
optimizer.step()
