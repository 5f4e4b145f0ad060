import torch
import torch.nn as nn
import torch.nn.functional as F
from collections import Counter
from itertools import chain
from torch.nn.utils.rnn import pad_sequence, pack_padded_sequence, pad_packed_sequence
from torch.utils.data import Dataset, DataLoader

PAD, SOS, EOS, UNK = 0, 1, 2, 3

class Vocab:
    def __init__(self, sentences, min_freq=1):
        counter = Counter(chain.from_iterable(s.lower().split() for s in sentences))
        self.itos = ["<pad>", "<sos>", "<eos>", "<unk>"] + sorted(w for w, c in counter.items() if c >= min_freq)
        self.stoi = {w: i for i, w in enumerate(self.itos)}
        self.counter = counter
    def __len__(self):
        return len(self.itos)
    def __getitem__(self, word):
        return self.stoi.get(word, UNK)
    def encode(self, s):
        return [SOS] + [self[w] for w in s.lower().split()] + [EOS]
    def decode(self, ids):
        return " ".join(self.itos[int(i)] for i in ids if int(i) not in (PAD, SOS, EOS))

class Pairs(Dataset):
    def __init__(self, pairs, src, tgt):
        self.pairs = pairs; self.src = src; self.tgt = tgt
    def __len__(self): return len(self.pairs)
    def __getitem__(self, i):
        s, t = self.pairs[i]
        return torch.tensor(self.src.encode(s)), torch.tensor(self.tgt.encode(t))

def collate_fn(batch):
    src, tgt = zip(*batch)
    lens = torch.tensor([len(s) for s in src])
    return pad_sequence(src, batch_first=True, padding_value=PAD), pad_sequence(tgt, batch_first=True, padding_value=PAD), lens

class Encoder(nn.Module):
    def __init__(self, n, emb, hid):
        super().__init__()
        self.embedding = nn.Embedding(n, emb, padding_idx=PAD)
        self.rnn = nn.GRU(emb, hid, batch_first=True, bidirectional=True)
        self.fc = nn.Linear(hid * 2, hid)
    def forward(self, src):
        outputs, hidden = self.rnn(self.embedding(src))
        hidden = torch.tanh(self.fc(torch.cat((hidden[-2, :, :], hidden[-1, :, :]), dim=1)))
        return outputs, hidden

class BahdanauAttention(nn.Module):
    def __init__(self, hid, enc):
        super().__init__()
        self.Wa = nn.Linear(hid, hid)
        self.Ua = nn.Linear(enc, hid)
        self.Va = nn.Linear(hid, 1, bias=False)
    def forward(self, query, keys, mask):
        scores = self.Va(torch.tanh(self.Wa(query.unsqueeze(1)) + self.Ua(keys))).squeeze(2)
        scores = scores.masked_fill(~mask, -1e10)
        weights = F.softmax(scores, dim=-1)
        context = torch.bmm(weights.unsqueeze(1), keys)
        return context, weights

class Decoder(nn.Module):
    def __init__(self, n, emb, hid):
        super().__init__()
        self.embedding = nn.Embedding(n, emb)
        self.attention = BahdanauAttention(hid, 2 * hid)
        self.rnn = nn.GRU(emb + 2 * hid, hid, batch_first=True)
        self.out = nn.Linear(hid, n)
    def step(self, tok, hidden, enc, mask):
        e = self.embedding(tok)
        ctx, w = self.attention(hidden, enc, mask)
        o, h = self.rnn(torch.cat((e, ctx), dim=2), hidden.unsqueeze(0))
        return self.out(o.squeeze(1)), h.squeeze(0), w
    def forward(self, enc, hidden, mask, target=None, max_len=6):
        tok = torch.empty(enc.size(0), 1, dtype=torch.long).fill_(SOS)
        outs, atts = [], []
        for i in range(max_len):
            logits, hidden, w = self.step(tok, hidden, enc, mask)
            outs.append(logits); atts.append(w)
            if target is not None and i + 1 < target.size(1):
                tok = target[:, i + 1].unsqueeze(1)
            else:
                _, topi = logits.topk(1)
                tok = topi.detach()
        return F.log_softmax(torch.stack(outs, 1), dim=-1), torch.stack(atts, dim=1)

pairs = [("I am cold", "ich friere"), ("he is very happy today", "er ist heute sehr gluecklich"), ("She is happy", "sie ist gluecklich"), ("I am here", "ich bin hier")]
sv, tv = Vocab([p[0] for p in pairs]), Vocab([p[1] for p in pairs])
print(len(sv), len(tv), sv.itos, sv.counter.most_common(3))
torch.manual_seed(1)
dl = DataLoader(Pairs(pairs, sv, tv), batch_size=2, shuffle=True, collate_fn=collate_fn)
enc, dec = Encoder(len(sv), 8, 6), Decoder(len(tv), 8, 6)
enc.eval(), dec.eval()
print(enc); print(dec)
for epoch in range(2):
    for i, (src, tgt, lens) in enumerate(dl):
        with torch.no_grad():
            o, h = enc(src)
            mask = src != PAD
            logp, att = dec(o, h, mask, tgt)
        n = min(tgt.size(1) - 1, 6)
        loss = F.nll_loss(logp[:, :n].reshape(-1, len(tv)), tgt[:, 1:n + 1].reshape(-1), ignore_index=PAD)
        print(f"epoch {epoch} batch {i}: lens={lens.tolist()} loss={loss.item():.4f}", att[0, 0])
        print(tv.decode(logp[0].argmax(-1)), '|', sv.decode(src[0]))
o, h = enc(dl.dataset[1][0][None])
print(o.shape, h.shape, len(dl))
lstm = nn.LSTM(4, 3, num_layers=2)
y, (hn, cn) = lstm(torch.ones(2, 1, 4))
print(y.detach(), hn.detach(), cn.shape); print(lstm)
class Luong(nn.Module):
    def __init__(self, method, h):
        super().__init__()
        if method not in ['dot', 'general', 'concat']:
            raise ValueError(method, "is not an appropriate attention method.")
        self.method = method
        if method == 'general': self.attn = nn.Linear(h, h)
        elif method == 'concat':
            self.attn = nn.Linear(h * 2, h)
            self.v = nn.Parameter(torch.FloatTensor(h).uniform_(-0.1, 0.1))
    def dot_score(self, hidden, enc): return torch.sum(hidden * enc, dim=2)
    def general_score(self, hidden, enc): return torch.sum(hidden * self.attn(enc), dim=2)
    def concat_score(self, hidden, enc):
        e = self.attn(torch.cat((hidden.expand(enc.size(0), -1, -1), enc), 2)).tanh()
        return torch.sum(self.v * e, dim=2)
    def forward(self, hidden, enc):
        e = getattr(self, self.method + '_score')(hidden, enc).t()
        return F.softmax(e, dim=1).unsqueeze(1)
for m in ('dot', 'general', 'concat'):
    print(m, Luong(m, 3)(torch.ones(1, 2, 3), torch.arange(24.).view(4, 2, 3) / 24).detach())
