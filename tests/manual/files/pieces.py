import torch
tokens = ['[CLS]', 'un', '##believ', '##able', 'cat', '[SEP]']
kinds = ['special', 'text', 'text', 'text', 'text', 'special']
#| axes: weights = tokens, tokens
weights = torch.softmax(torch.arange(36.).reshape(6, 6) % 7, dim=-1)
