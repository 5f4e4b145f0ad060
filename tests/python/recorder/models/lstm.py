"""An LSTM with additive attention (Bahdanau)."""
import sys

import torch
import torch.nn as nn

import qkv


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.W_q, self.W_k = nn.Linear(width, width, bias=False), nn.Linear(width, width, bias=False)
        self.w_v = nn.Linear(width, 1, bias=False)

    def forward(self, query, keys):
        features = torch.tanh(self.W_q(query).unsqueeze(1) + self.W_k(keys))
        scores = self.w_v(features).squeeze(-1)
        weights = torch.softmax(scores, dim=-1)
        context = torch.bmm(weights.unsqueeze(1), keys).squeeze(1)
        return context, weights


class Seq2Seq(nn.Module):
    def __init__(self, vocab=30, width=12):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.encoder = nn.LSTM(width, width, num_layers=2, batch_first=True, dropout=0.1)
        self.cell = nn.LSTMCell(2 * width, width)
        self.attention = Attention(width)
        self.out = nn.Linear(width, vocab)

    def forward(self, source, target):
        keys, (h, c) = self.encoder(self.embed(source))
        state = h[-1], c[-1]
        outputs = []
        for t in range(target.shape[1]):
            context, weights = self.attention(state[0], keys)
            state = self.cell(torch.cat([self.embed(target[:, t]), context], dim=-1), state)
            outputs.append(self.out(state[0]))
        return torch.stack(outputs, dim=1)


torch.manual_seed(9)
model = Seq2Seq().eval()
source, target = torch.randint(30, (2, 6)), torch.randint(30, (2, 3))
with qkv.record(sys.argv[1], model, keep=True, source=source, target=target):
    logits = model(source, target)
