import torch
from torch import nn
from torch.nn import functional as F


class MultiHeadAttention(nn.Module):
    def __init__(self, heads, d_model):
        super().__init__()
        self.d_k = d_model // heads
        self.heads = heads
        self.query = nn.Linear(d_model, d_model, bias=False)
        self.key = nn.Linear(d_model, d_model, bias=False)
        self.value = nn.Linear(d_model, d_model, bias=False)
        self.output = nn.Linear(d_model, d_model)
        self.softmax = nn.Softmax(dim=1)
        self.dropout = nn.Dropout(0.1)
        self.scale = 1 / self.d_k ** 0.5

    def split(self, x):
        return x.view(*x.shape[:-1], self.heads, self.d_k)

    def forward(self, query, key, value, mask=None):
        seq_len, batch_size, _ = query.shape
        query, key, value = self.split(self.query(query)), self.split(self.key(key)), self.split(self.value(value))
        scores = torch.einsum('ibhd,jbhd->ijbh', query, key)
        scores = scores * self.scale
        if mask is not None:
            scores = scores.masked_fill(mask == 0, float('-inf'))
        attn = self.softmax(scores)
        attn = self.dropout(attn)
        x = torch.einsum('ijbh,jbhd->ibhd', attn, value)
        x = x.reshape(seq_len, batch_size, -1)
        return self.output(x)


torch.manual_seed(0)
model = MultiHeadAttention(2, 8).eval()
x = torch.randn(5, 2, 8)
mask = torch.tril(torch.ones(5, 5)).unsqueeze(-1).unsqueeze(-1)
out = model(x, x, x, mask)
print(out.shape)
