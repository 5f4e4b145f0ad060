"""nn.MultiheadAttention: averaged or not, the batch first, second or missing."""
import torch
import torch.nn as nn

torch.manual_seed(6)
first = nn.MultiheadAttention(8, 2, batch_first=True)
second = nn.MultiheadAttention(8, 2)
single = nn.MultiheadAttention(8, 1, batch_first=True)

x = torch.randn(2, 4, 8)
memory = torch.randn(2, 3, 8)
averaged_out, averaged = first(x, x, x)
each_out, each = first(x, x, x, average_attn_weights=False)
cross_out, cross = first(x, memory, memory, average_attn_weights=False)
single_out, single_weights = single(x, x, x)

seq = torch.randn(4, 3, 8)
seq_averaged_out, seq_averaged = second(seq, seq, seq)
seq_each_out, seq_each = second(seq, seq, seq, average_attn_weights=False)

sentence = torch.randn(5, 8)
causal = torch.triu(torch.ones(5, 5, dtype=torch.bool), diagonal=1)
bare_out, bare = second(sentence, sentence, sentence, attn_mask=causal)
bare_each_out, bare_each = second(sentence, sentence, sentence, average_attn_weights=False)

padding = torch.tensor([[False, False, False, True], [False, False, True, True]])
padded_out, padded = first(x, x, x, key_padding_mask=padding)
asked = torch.randn(2, 1, 8)
one_out, one = first(asked, x, x)

for weights in (averaged, each, cross, single_weights, seq_averaged, seq_each, bare, bare_each,
                padded, one):
    print(tuple(weights.shape))
