from __future__ import annotations
import torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(4)
torch.set_grad_enabled(False)
class PointerNet(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.enc = nn.LSTM(2, d, batch_first=True)
        self.cell = nn.LSTMCell(2, d)
        self.W1, self.W2 = nn.Linear(d, d, bias=False), nn.Linear(d, d, bias=False)
        self.v = nn.Linear(d, 1, bias=False)
        self.start = nn.Parameter(torch.zeros(2))
    def forward(self, pts):
        B, n, _ = pts.size()
        enc, (h, c) = self.enc(pts)
        h, c = h.squeeze(0), c[0]
        inp, used = self.start.expand(B, -1), torch.zeros(B, n, dtype=torch.bool)
        order, probs = [], []
        for _ in range(n):
            h, c = self.cell(inp, (h, c))
            u = self.v(torch.tanh(self.W1(enc) + self.W2(h).unsqueeze(1))).squeeze(-1)
            u = u.masked_fill(used, float('-inf'))
            p = u.softmax(-1)
            idx = p.argmax(-1)
            used = used.scatter(1, idx.unsqueeze(1), True)
            inp = pts[torch.arange(B), idx]
            order.append(idx); probs.append(p)
        return torch.stack(order, 1), torch.stack(probs, 1)
pts = torch.rand(2, 4, 2)
order, probs = PointerNet(6)(pts)
print(order, probs, pts.gather(1, order.unsqueeze(-1).expand(-1, -1, 2)), sep="\n\n")
assert (order.sort(-1).values == torch.arange(4)).all(), "each point once"
class MemN2N(nn.Module):
    def __init__(self, vocab, d, hops=3):
        super().__init__()
        self.A = nn.ModuleList(nn.Embedding(vocab, d, padding_idx=0) for _ in range(hops + 1))
        self.hops = hops
        for m in self.A: m.weight.data.normal_(0, 0.1); m.weight.data[m.padding_idx] = 0
        self.trace: list[torch.Tensor] = []
    def forward(self, story, query):
        u = self.A[0](query).sum(1)
        self.trace.clear()
        for hop in range(self.hops):
            m, c = self.A[hop](story).sum(2), self.A[hop + 1](story).sum(2)
            p = F.softmax(torch.einsum('bmd,bd->bm', m, u), dim=1)
            self.trace += [p]
            u = u + torch.bmm(p.unsqueeze(1), c).squeeze(1)
        return u @ self.A[-1].weight.t()
story = torch.randint(0, 12, (2, 3, 4)); q = torch.randint(1, 12, (2, 2))
net = MemN2N(12, 5)
print(net(story, q).topk(3, dim=-1), *net.trace, sep="\n")
class NTM:
    """content + location addressing"""
    def __init__(self, N, M): self.memory = torch.randn(N, M) * .1
    def address(self, k, beta, g, s, gamma, w_prev):
        wc = F.softmax(beta * F.cosine_similarity(self.memory + 1e-16, k.unsqueeze(0) + 1e-16, dim=-1), dim=0)
        wg = g * wc + (1 - g) * w_prev
        t = torch.cat([wg[-1:], wg, wg[:1]])
        ws = F.conv1d(t.view(1, 1, -1), s.view(1, 1, -1)).view(-1)
        w = ws ** gamma
        return torch.div(w, torch.sum(w, dim=0) + 1e-16)
    def write(self, w, e, a):
        self.memory = self.memory * (1 - torch.ger(w, e)) + torch.outer(w, a)
ntm = NTM(5, 3)
w = ntm.address(torch.randn(3), torch.tensor(2.), .7, torch.tensor([.1, .8, .1]), 1.5, torch.full((5,), .2))
ntm.write(w, torch.sigmoid(torch.randn(3)), torch.randn(3))
print(w, w.sum(), ntm.memory, w @ ntm.memory)
