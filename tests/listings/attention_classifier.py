# Which of two words comes first? nn.MultiheadAttention and a query that is learned.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


class AttentionPooling(nn.Module):
    """One learned query looks at all words."""

    def __init__(self, embed_dim, num_heads):
        super().__init__()
        self.query = nn.Parameter(torch.randn(1, 1, embed_dim) * 0.02)
        self.attn = nn.MultiheadAttention(embed_dim, num_heads, batch_first=True)

    def forward(self, x, key_padding_mask=None):
        query = self.query.expand(x.size(0), -1, -1)
        pooled, weights = self.attn(query, x, x, key_padding_mask=key_padding_mask)
        return pooled.squeeze(1), weights.squeeze(1)


class Classifier(nn.Module):
    def __init__(self, vocab_size, embed_dim=16, num_heads=2, max_len=8, num_classes=2):
        super().__init__()
        self.embed = nn.Embedding(vocab_size, embed_dim, padding_idx=0)
        self.position = nn.Embedding(max_len, embed_dim)
        self.attn = nn.MultiheadAttention(embed_dim, num_heads, batch_first=True)
        self.norm1 = nn.LayerNorm(embed_dim)
        self.pool = AttentionPooling(embed_dim, num_heads)
        self.head = nn.Sequential(nn.Linear(embed_dim, 16), nn.Tanh(), nn.Linear(16, num_classes))

    def forward(self, tokens):
        mask = tokens == 0
        x = self.embed(tokens) + self.position(torch.arange(tokens.size(1)))
        y, _ = self.attn(x, x, x, key_padding_mask=mask, need_weights=False)
        x = self.norm1(x + y)
        pooled, weights = self.pool(x, mask)
        return self.head(pooled), weights


def make_data(n, generator):
    tokens = torch.randint(3, 9, (n, 8), generator=generator)
    labels = torch.randint(0, 2, (n,), generator=generator)
    lengths = torch.randint(5, 9, (n,), generator=generator)
    for row, label, length in zip(tokens, labels, lengths):
        places = torch.randperm(int(length), generator=generator)[:2].sort().values
        row[places] = torch.tensor([1, 2]) if label == 0 else torch.tensor([2, 1])
        row[length:] = 0
    return tokens, labels


g = torch.Generator().manual_seed(12)
train = TensorDataset(*make_data(256, g))
test_tokens, test_labels = make_data(64, g)
print(train[0])

torch.manual_seed(1)
loader = DataLoader(train, batch_size=32, shuffle=True, drop_last=True)
model = Classifier(vocab_size=9)
print(model)
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)

steps = 0
for epoch in range(1, 13):
    total, correct = 0.0, 0
    for tokens, labels in loader:
        optimizer.zero_grad()
        logits, _ = model(tokens)
        loss = F.cross_entropy(logits, labels, label_smoothing=0.05)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(labels)
        correct += (logits.argmax(1) == labels).sum().item()
        steps += 1
        if steps <= 20:
            print(f'  step {steps} loss {loss.item():.4f}')
    print(f'epoch {epoch:2d} | loss {total / len(train):.3f}')

model.eval()
with torch.no_grad():
    logits, weights = model(test_tokens)
    accuracy = (logits.argmax(dim=1) == test_labels).float().mean().item()
print('test accuracy', accuracy)
print(model.embed.weight[0], model.embed.weight.grad[0])
print('attention to padding:', weights[test_tokens == 0].sum().item())
