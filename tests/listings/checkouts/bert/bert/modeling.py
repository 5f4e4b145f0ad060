import copy
import json
import math

import torch
from torch import nn
from torch.nn import CrossEntropyLoss


class BertConfig(object):
    def __init__(self, vocab_size=16, hidden_size=8, num_hidden_layers=1, num_attention_heads=2,
                 intermediate_size=16, max_position_embeddings=12, type_vocab_size=2):
        for key, value in list(locals().items()):
            if key != "self":
                setattr(self, key, value)

    @classmethod
    def from_dict(cls, json_object):
        config = cls()
        for key, value in json_object.items():
            config.__dict__[key] = value
        return config

    @classmethod
    def from_json_file(cls, json_file):
        with open(json_file, "r", encoding="utf-8") as reader:
            return cls.from_dict(json.loads(reader.read()))

    def to_json_string(self):
        return json.dumps(copy.deepcopy(self.__dict__), indent=2, sort_keys=True) + "\n"


class BertSelfAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.heads = config.num_attention_heads
        self.head_size = int(config.hidden_size / config.num_attention_heads)
        self.query, self.key, self.value = [nn.Linear(config.hidden_size, config.hidden_size) for _ in range(3)]

    def transpose_for_scores(self, x):
        return x.view(*x.size()[:-1], self.heads, self.head_size).permute(0, 2, 1, 3)

    def forward(self, hidden_states, attention_mask):
        q, k, v = [self.transpose_for_scores(layer(hidden_states)) for layer in (self.query, self.key, self.value)]
        scores = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(self.head_size) + attention_mask
        context = torch.matmul(nn.Softmax(dim=-1)(scores), v).permute(0, 2, 1, 3).contiguous()
        return context.view(*context.size()[:-2], -1)


class BertLayer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.attention, self.dense = BertSelfAttention(config), nn.Linear(config.hidden_size, config.hidden_size)
        self.intermediate = nn.Linear(config.hidden_size, config.intermediate_size)
        self.output = nn.Linear(config.intermediate_size, config.hidden_size)
        self.norm1, self.norm2 = nn.LayerNorm(config.hidden_size, eps=1e-12), nn.LayerNorm(config.hidden_size, eps=1e-12)

    def forward(self, x, mask):
        x = self.norm1(self.dense(self.attention(x, mask)) + x)
        return self.norm2(self.output(nn.functional.gelu(self.intermediate(x))) + x)


class BertForMaskedLM(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.word = nn.Embedding(config.vocab_size, config.hidden_size)
        self.position = nn.Embedding(config.max_position_embeddings, config.hidden_size)
        self.layers = nn.ModuleList([copy.deepcopy(BertLayer(config)) for _ in range(config.num_hidden_layers)])
        self.bias = nn.Parameter(torch.zeros(config.vocab_size))
        self.apply(self.init_bert_weights)

    def init_bert_weights(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            module.weight.data.normal_(mean=0.0, std=0.2)

    def forward(self, input_ids, attention_mask=None, labels=None):
        if attention_mask is None:
            attention_mask = torch.ones_like(input_ids)
        mask = (1.0 - attention_mask.unsqueeze(1).unsqueeze(2).to(dtype=next(self.parameters()).dtype)) * -10000.0
        x = self.word(input_ids) + self.position(torch.arange(input_ids.size(1)))
        for layer in self.layers:
            x = layer(x, mask)
        scores = nn.functional.linear(x, self.word.weight) + self.bias
        if labels is None:
            return scores
        return CrossEntropyLoss(ignore_index=-1)(scores.view(-1, scores.size(-1)), labels.view(-1))
