# Two-digit numbers are added by a decoder-only Transformer; the sum is written from its last digit.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import Dataset, DataLoader, random_split
from torch.optim.lr_scheduler import CosineAnnealingLR

torch.manual_seed(2024)

ndigit = 1
BLOCK = 3 * ndigit + 2
STOI = {ch: i for i, ch in enumerate('0123456789+=')}


class AdditionDataset(Dataset):
    """7+5= is followed by 21, the sum reversed."""

    def __init__(self, ndigit):
        self.ndigit = ndigit

    def __len__(self):
        return (10 ** self.ndigit) ** 2

    def __getitem__(self, idx):
        nd = 10 ** self.ndigit
        a, b = idx // nd, idx % nd
        astr = f'%0{self.ndigit}d' % a
        bstr = f'%0{self.ndigit}d' % b
        cstr = (f'%0{self.ndigit + 1}d' % (a + b))[::-1]
        dix = [STOI[s] for s in astr + '+' + bstr + '=' + cstr]
        x = torch.tensor(dix[:-1], dtype=torch.long)
        y = torch.tensor(dix[1:], dtype=torch.long)
        y[:self.ndigit * 2 + 1] = -100  # we train on the answer only
        return x, y


class CausalSelfAttention(nn.Module):
    def __init__(self, n_embd, n_head):
        super().__init__()
        self.key = nn.Linear(n_embd, n_embd)
        self.query = nn.Linear(n_embd, n_embd)
        self.value = nn.Linear(n_embd, n_embd)
        self.proj = nn.Linear(n_embd, n_embd)
        self.register_buffer('mask', torch.tril(torch.ones(BLOCK + 1, BLOCK + 1)).bool())
        self.n_head = n_head

    def forward(self, x):
        B, T, C = x.size()
        split = lambda t: t.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        q, k, v = map(split, (self.query(x), self.key(x), self.value(x)))
        att = (q @ k.transpose(-2, -1)) * (k.size(-1) ** -0.5)
        att = att.masked_fill(~self.mask[:T, :T], float('-inf'))
        att = F.softmax(att, dim=-1)
        y = (att @ v).transpose(1, 2).contiguous().view(B, T, C)
        return self.proj(y)


class Block(nn.Module):
    def __init__(self, n_embd, n_head):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(n_embd), nn.LayerNorm(n_embd)
        self.attn = CausalSelfAttention(n_embd, n_head)
        self.mlp = nn.Sequential(nn.Linear(n_embd, 4 * n_embd), nn.GELU(), nn.Linear(4 * n_embd, n_embd))

    def forward(self, x):
        x = x + self.attn(self.ln1(x))
        return x + self.mlp(self.ln2(x))


class Adder(nn.Module):
    def __init__(self, n_embd=32, n_head=4, n_layer=2):
        super().__init__()
        self.tok_emb = nn.Embedding(len(STOI), n_embd)
        self.pos_emb = nn.Parameter(torch.zeros(1, BLOCK + 1, n_embd))
        self.blocks = nn.Sequential(*(Block(n_embd, n_head) for _ in range(n_layer)))
        self.ln_f = nn.LayerNorm(n_embd)
        self.head = nn.Linear(n_embd, len(STOI), bias=False)
        self.apply(self._init_weights)

    @staticmethod
    def _init_weights(module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            module.weight.data.normal_(mean=0.0, std=0.1)
            if isinstance(module, nn.Linear) and module.bias is not None:
                module.bias.data.zero_()

    def forward(self, idx):
        x = self.tok_emb(idx) + self.pos_emb[:, :idx.size(1)]
        return self.head(self.ln_f(self.blocks(x)))


def accuracy(model, loader):
    model.eval()
    right = total = 0
    with torch.inference_mode():
        for x, y in loader:
            given = x[:, :2 * ndigit + 2]
            for _ in range(ndigit + 1):
                given = torch.cat([given, model(given)[:, -1].argmax(-1, keepdim=True)], dim=1)
            right += (given[:, -ndigit - 1:] == y[:, -ndigit - 1:]).all(dim=1).sum().item()
            total += len(x)
    model.train()
    return right / total


train_set, test_set = random_split(AdditionDataset(ndigit), [0.9, 0.1], generator=torch.Generator().manual_seed(1))
print(len(train_set), len(test_set), train_set[0])
train_loader = DataLoader(train_set, batch_size=30, shuffle=True)
test_loader = DataLoader(test_set, batch_size=100)

model = Adder()
epochs = 40
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.01)
scheduler = CosineAnnealingLR(optimizer, T_max=epochs * len(train_loader))
step = 0
for epoch in range(epochs):
    for x, y in train_loader:
        logits = model(x)
        loss = F.cross_entropy(logits.flatten(0, 1), y.flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        if step < 20:
            print(f'step {step:3d}  loss {loss.item():.4f}  lr {scheduler.get_last_lr()[0]:.6f}')
        step += 1
    if (epoch + 1) % 10 == 0:
        print(f'epoch {epoch + 1}: loss {loss.item():.3f}')
print(f'right on what was trained: {accuracy(model, train_loader):.0%}')
