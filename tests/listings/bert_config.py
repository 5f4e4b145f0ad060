from __future__ import annotations
import math
from typing import Optional, Tuple, Dict, List, Union
import torch
from torch import nn, Tensor
import torch.nn.functional as F
from collections import OrderedDict


class BertConfig(object):
    def __init__(self, vocab_size=30, hidden_size=16, num_hidden_layers=2, num_attention_heads=4,
                 intermediate_size=32, hidden_act="gelu", hidden_dropout_prob=0.1,
                 attention_probs_dropout_prob=0.1, max_position_embeddings=20, type_vocab_size=2,
                 layer_norm_eps=1e-12, pad_token_id=0, **kwargs):
        self.vocab_size = vocab_size
        self.hidden_size = hidden_size
        self.num_hidden_layers = num_hidden_layers
        self.num_attention_heads = num_attention_heads
        self.hidden_act = hidden_act
        self.intermediate_size = intermediate_size
        self.hidden_dropout_prob = hidden_dropout_prob
        self.attention_probs_dropout_prob = attention_probs_dropout_prob
        self.max_position_embeddings = max_position_embeddings
        self.type_vocab_size = type_vocab_size
        self.layer_norm_eps = layer_norm_eps
        self.pad_token_id = pad_token_id
        for k, v in kwargs.items():
            setattr(self, k, v)

    @classmethod
    def from_dict(cls, json_object: dict) -> "BertConfig":
        config = cls()
        for key, value in json_object.items():
            config.__dict__[key] = value
        return config

    def to_dict(self):
        return dict(self.__dict__)

    def __repr__(self):
        return f"{self.__class__.__name__}({self.hidden_size=}, {self.num_hidden_layers=})"


def gelu_new(x):
    return 0.5 * x * (1.0 + torch.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * torch.pow(x, 3.0))))

ACT2FN = {"gelu": F.gelu, "relu": F.relu, "tanh": torch.tanh, "gelu_new": gelu_new, "swish": lambda x: x * torch.sigmoid(x)}


class BertEmbeddings(nn.Module):
    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        self.word_embeddings = nn.Embedding(config.vocab_size, config.hidden_size, padding_idx=config.pad_token_id)
        self.position_embeddings = nn.Embedding(config.max_position_embeddings, config.hidden_size)
        self.token_type_embeddings = nn.Embedding(config.type_vocab_size, config.hidden_size)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.register_buffer("position_ids", torch.arange(config.max_position_embeddings).expand((1, -1)))

    def forward(self, input_ids: Tensor, token_type_ids: Optional[Tensor] = None, position_ids=None) -> Tensor:
        seq_length = input_ids.shape[1]
        if position_ids is None:
            position_ids = self.position_ids[:, :seq_length]
        if token_type_ids is None:
            token_type_ids = torch.zeros_like(input_ids)
        e = self.word_embeddings(input_ids) + self.position_embeddings(position_ids) + self.token_type_embeddings(token_type_ids)
        return self.dropout(self.LayerNorm(e))


class BertSelfAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        if config.hidden_size % config.num_attention_heads != 0:
            raise ValueError(
                "The hidden size (%d) is not a multiple of the number of attention "
                "heads (%d)" % (config.hidden_size, config.num_attention_heads))
        self.num_attention_heads = config.num_attention_heads
        self.attention_head_size = int(config.hidden_size / config.num_attention_heads)
        self.all_head_size = self.num_attention_heads * self.attention_head_size
        self.query = nn.Linear(config.hidden_size, self.all_head_size)
        self.key = nn.Linear(config.hidden_size, self.all_head_size)
        self.value = nn.Linear(config.hidden_size, self.all_head_size)
        self.dropout = nn.Dropout(config.attention_probs_dropout_prob)

    def transpose_for_scores(self, x):
        new_x_shape = x.size()[:-1] + (self.num_attention_heads, self.attention_head_size)
        x = x.view(*new_x_shape)
        return x.permute(0, 2, 1, 3)

    def forward(self, hidden_states, attention_mask):
        q, k, v = (self.transpose_for_scores(f(hidden_states)) for f in (self.query, self.key, self.value))
        s = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(self.attention_head_size)
        s = s + attention_mask
        probs = self.dropout(nn.Softmax(dim=-1)(s))
        c = torch.matmul(probs, v).permute(0, 2, 1, 3).contiguous()
        c = c.view(*(c.size()[:-2] + (self.all_head_size,)))
        return c, probs


class BertLayer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.attention = BertSelfAttention(config)
        self.dense = nn.Linear(config.hidden_size, config.hidden_size)
        self.norm1 = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.up = nn.Linear(config.hidden_size, config.intermediate_size)
        self.down = nn.Linear(config.intermediate_size, config.hidden_size)
        self.norm2 = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.act = ACT2FN[config.hidden_act] if isinstance(config.hidden_act, str) else config.hidden_act

    def forward(self, x, mask):
        a, p = self.attention(x, mask)
        x = self.norm1(self.dense(a) + x)
        return self.norm2(self.down(self.act(self.up(x))) + x), p


class BertModel(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.embeddings = BertEmbeddings(config)
        self.encoder = nn.Sequential(OrderedDict((f"layer_{i}", BertLayer(config)) for i in range(config.num_hidden_layers)))
        self.pooler = nn.Sequential(nn.Linear(config.hidden_size, config.hidden_size), nn.Tanh())
        self.apply(self.init_weights)

    def init_weights(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            module.weight.data.normal_(mean=0.0, std=0.02)
        elif isinstance(module, nn.LayerNorm):
            module.bias.data.zero_()
            module.weight.data.fill_(1.0)
        if isinstance(module, nn.Linear) and module.bias is not None:
            module.bias.data.zero_()

    def forward(self, ids, token_type_ids=None, attention_mask=None):
        if attention_mask is None:
            attention_mask = torch.ones_like(ids)
        ext = attention_mask[:, None, None, :].to(dtype=next(self.parameters()).dtype)
        ext = (1.0 - ext) * -10000.0
        x = self.embeddings(ids, token_type_ids)
        allp = ()
        for layer in self.encoder:
            x, p = layer(x, ext)
            allp += (p,)
        return {"last_hidden_state": x, "pooler_output": self.pooler(x[:, 0]), "attentions": allp}


torch.manual_seed(0)
cfg = BertConfig.from_dict({"num_hidden_layers": 3, "vocab_size": 40})
print(cfg, sorted(cfg.to_dict().items())[:3])
model = BertModel(cfg).eval()
print(model)
ids = torch.tensor([[2, 7, 9, 4, 3], [2, 8, 3, 0, 0]])
with torch.no_grad():
    out = model(ids, attention_mask=(ids != 0).long())
for k, v in out.items():
    print(k, v.shape if torch.is_tensor(v) else [tuple(t.shape) for t in v])
print(out["pooler_output"])
print(out["attentions"][0][1, 0])
other = BertModel(cfg)
missing = other.load_state_dict(model.state_dict())
print(missing)
other.eval()
with torch.no_grad():
    print(torch.equal(other(ids)["pooler_output"], model(ids)["pooler_output"]))
sd = model.state_dict()
sd.pop("pooler.0.bias")
sd["extra.weight"] = torch.zeros(1)
print(other.load_state_dict(sd, strict=False))
try:
    other.load_state_dict(sd)
except RuntimeError as e:
    print(e)
total = sum(p.numel() for p in model.parameters() if p.requires_grad)
print(f"{total:,} params")
print(list(model.state_dict().keys())[:6])
try:
    BertSelfAttention(BertConfig(hidden_size=10, num_attention_heads=3))
except ValueError as err:
    print(type(err).__name__, err)
