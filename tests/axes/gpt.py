"""The model of "Let's build GPT": each head is a module, the batch comes first."""
import torch
import torch.nn as nn
from torch.nn import functional as F

batch_size, block_size, n_embd, n_head, n_layer, vocab_size = 4, 4, 16, 4, 2, 11
torch.manual_seed(1337)


class Head(nn.Module):
    def __init__(self, head_size):
        super().__init__()
        self.key = nn.Linear(n_embd, head_size, bias=False)
        self.query = nn.Linear(n_embd, head_size, bias=False)
        self.value = nn.Linear(n_embd, head_size, bias=False)
        self.register_buffer("tril", torch.tril(torch.ones(block_size, block_size)))
        self.dropout = nn.Dropout(0.0)

    def forward(self, x):
        B, T, C = x.shape
        k = self.key(x)
        q = self.query(x)
        scores = q @ k.transpose(-2, -1) * C ** -0.5
        masked = scores.masked_fill(self.tril[:T, :T] == 0, float("-inf"))
        wei = F.softmax(masked, dim=-1)
        wei = self.dropout(wei)
        v = self.value(x)
        out = wei @ v
        return out


class MultiHeadAttention(nn.Module):
    def __init__(self, num_heads, head_size):
        super().__init__()
        self.heads = nn.ModuleList([Head(head_size) for _ in range(num_heads)])
        self.proj = nn.Linear(n_embd, n_embd)

    def forward(self, x):
        out = torch.cat([h(x) for h in self.heads], dim=-1)
        return self.proj(out)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.sa = MultiHeadAttention(n_head, n_embd // n_head)
        self.ffwd = nn.Sequential(nn.Linear(n_embd, 4 * n_embd), nn.ReLU(),
                                  nn.Linear(4 * n_embd, n_embd))
        self.ln1 = nn.LayerNorm(n_embd)
        self.ln2 = nn.LayerNorm(n_embd)

    def forward(self, x):
        x = x + self.sa(self.ln1(x))
        return x + self.ffwd(self.ln2(x))


token_embedding_table = nn.Embedding(vocab_size, n_embd)
blocks = nn.Sequential(*[Block() for _ in range(n_layer)])
lm_head = nn.Linear(n_embd, vocab_size)
idx = torch.randint(vocab_size, (batch_size, block_size))
tok_emb = token_embedding_table(idx)
logits = lm_head(blocks(tok_emb))
probs = F.softmax(logits[:, -1, :], dim=-1)
print(logits.shape, probs.sum(-1))
