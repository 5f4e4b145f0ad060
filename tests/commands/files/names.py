import torch
from torch import nn

torch.manual_seed(0)
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
first = x
x = x + 1
x = x * 2
z = (x + first) * 3
x += z
x.add_(z)
s = x @ x.T
s.masked_fill_(s > 9000, float("-inf"))
total = (s.sum() + 1) * 2


def grow(h):
    for i in range(2):
        h = h + 1
    return h * 2


grown = grow(x)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(2, 2, bias=False)
        self.drop = nn.Dropout(0.5)

    def forward(self, h):
        h = self.drop(self.query(h))
        att = h.float().view(2, 2)
        att = att.softmax(-1)
        h = h + att
        return h


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.tok_emb = nn.Embedding(5, 2)
        self.layers = nn.ModuleList([Layer() for _ in range(3)])

    def forward(self, idx):
        h = self.tok_emb(idx)
        for layer in self.layers:
            h = layer(h)
        return h


model = Model()
for p in model.parameters():
    if p.dim() > 1:
        nn.init.constant_(p, 0.5)
model.eval()
out = model(torch.tensor([1, 2]))
