"""BERT in Hugging Face's style: it returns its attentions as a tuple, layer by layer."""
import math

import torch
from torch import nn


class BertSelfAttention(nn.Module):
    def __init__(self, hidden_size=8, num_attention_heads=2):
        super().__init__()
        self.num_attention_heads = num_attention_heads
        self.attention_head_size = hidden_size // num_attention_heads
        self.query = nn.Linear(hidden_size, hidden_size)
        self.key = nn.Linear(hidden_size, hidden_size)
        self.value = nn.Linear(hidden_size, hidden_size)

    def transpose_for_scores(self, x):
        new_shape = x.size()[:-1] + (self.num_attention_heads, self.attention_head_size)
        return x.view(*new_shape).permute(0, 2, 1, 3)

    def forward(self, hidden_states, attention_mask):
        query_layer = self.transpose_for_scores(self.query(hidden_states))
        key_layer = self.transpose_for_scores(self.key(hidden_states))
        value_layer = self.transpose_for_scores(self.value(hidden_states))
        attention_scores = torch.matmul(query_layer, key_layer.transpose(-1, -2))
        attention_scores = attention_scores / math.sqrt(self.attention_head_size)
        attention_scores = attention_scores + attention_mask
        attention_probs = nn.functional.softmax(attention_scores, dim=-1)
        context_layer = torch.matmul(attention_probs, value_layer)
        context_layer = context_layer.permute(0, 2, 1, 3).contiguous()
        return context_layer.view(hidden_states.size()), attention_probs


class BertEncoder(nn.Module):
    def __init__(self, num_hidden_layers=3):
        super().__init__()
        self.layer = nn.ModuleList([BertSelfAttention() for _ in range(num_hidden_layers)])

    def forward(self, hidden_states, attention_mask):
        all_attentions = ()
        for layer_module in self.layer:
            update, probs = layer_module(hidden_states, attention_mask)
            hidden_states = hidden_states + update
            all_attentions = all_attentions + (probs,)
        return hidden_states, all_attentions


torch.manual_seed(18)
input_ids = torch.tensor([[5, 3, 1, 0], [2, 4, 6, 7]])
mask = (input_ids != 0).float()
extended_mask = (1.0 - mask)[:, None, None, :] * torch.finfo(torch.float32).min
encoder = BertEncoder()
hidden_states, attentions = encoder(nn.Embedding(8, 8)(input_ids), extended_mask)
last = attentions[-1]
stacked = torch.stack(attentions)
averaged = stacked.mean(dim=2)
squeezed = torch.cat(attentions)
first_sentence = last[0]
print(last.shape, stacked.shape, averaged.shape, squeezed.shape)
