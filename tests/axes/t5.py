"""T5's attention: no scale, a learned bias for the distance between query and key."""
import math

import torch
import torch.nn as nn


class T5Attention(nn.Module):
    def __init__(self, d_model=8, n_heads=2, num_buckets=8):
        super().__init__()
        self.n_heads, self.d_kv = n_heads, d_model // n_heads
        self.num_buckets = num_buckets
        self.q = nn.Linear(d_model, d_model, bias=False)
        self.k = nn.Linear(d_model, d_model, bias=False)
        self.v = nn.Linear(d_model, d_model, bias=False)
        self.o = nn.Linear(d_model, d_model, bias=False)
        self.relative_attention_bias = nn.Embedding(num_buckets, n_heads)

    def relative_position_bucket(self, relative_position, max_distance=16):
        half = self.num_buckets // 2
        buckets = (relative_position > 0).to(torch.long) * half
        distance = torch.abs(relative_position)
        max_exact = half // 2
        far = max_exact + (torch.log(distance.float().clamp(min=1) / max_exact)
                           / math.log(max_distance / max_exact) * (half - max_exact)).to(torch.long)
        far = torch.min(far, torch.full_like(far, half - 1))
        return buckets + torch.where(distance < max_exact, distance, far)

    def compute_bias(self, query_length, key_length):
        context_position = torch.arange(query_length)[:, None]
        memory_position = torch.arange(key_length)[None, :]
        buckets = self.relative_position_bucket(memory_position - context_position)
        values = self.relative_attention_bias(buckets)
        return values.permute([2, 0, 1]).unsqueeze(0)

    def forward(self, hidden_states, key_value_states=None):
        batch_size, seq_length = hidden_states.shape[:2]
        current = hidden_states if key_value_states is None else key_value_states

        def shape(states):
            return states.view(batch_size, -1, self.n_heads, self.d_kv).transpose(1, 2)

        query_states = shape(self.q(hidden_states))
        key_states = shape(self.k(current))
        value_states = shape(self.v(current))
        scores = torch.matmul(query_states, key_states.transpose(3, 2))
        position_bias = self.compute_bias(seq_length, key_states.size(2))
        biased = scores + position_bias
        attn_weights = nn.functional.softmax(biased.float(), dim=-1).type_as(scores)
        attn_output = torch.matmul(attn_weights, value_states).transpose(1, 2).contiguous()
        return self.o(attn_output.view(batch_size, -1, self.n_heads * self.d_kv)), attn_weights


torch.manual_seed(4)
self_attention, cross_attention = T5Attention(), T5Attention()
decoded = torch.randn(2, 2, 8)
encoded = torch.randn(2, 5, 8)
hidden, self_weights = self_attention(decoded)
hidden, cross_weights = cross_attention(hidden, encoded)
print(hidden.shape, self_weights.shape, cross_weights.shape)
