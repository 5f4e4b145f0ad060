"""Training that is broken off and taken up again: checkpoints of model, optimizer and schedule."""
import io
import os
import tempfile
from dataclasses import dataclass, asdict

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class TrainConfig:
    vocab: int = 12
    dim: int = 24
    heads: int = 3
    layers: int = 2
    context: int = 10
    batch: int = 12
    lr: float = 2e-3
    seed: int = 99


class TinyLM(nn.Module):
    def __init__(self, cfg: TrainConfig):
        super().__init__()
        self.cfg = cfg
        self.tok = nn.Embedding(cfg.vocab, cfg.dim)
        self.pos = nn.Embedding(cfg.context, cfg.dim)
        layer = nn.TransformerEncoderLayer(cfg.dim, cfg.heads, 2 * cfg.dim, dropout=0.1, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, cfg.layers)
        self.head = nn.Linear(cfg.dim, cfg.vocab)
        self.register_buffer('causal', nn.Transformer.generate_square_subsequent_mask(cfg.context))

    def forward(self, ids):
        length = ids.size(1)
        x = self.tok(ids) + self.pos.weight[:length]
        return self.head(self.encoder(x, mask=self.causal[:length, :length]))

    @torch.no_grad()
    def generate(self, ids, n):
        self.eval()
        for _ in range(n):
            logits = self(ids[:, -self.cfg.context:])[:, -1]
            ids = torch.cat([ids, logits.argmax(-1, keepdim=True)], 1)
        return ids


def batches(cfg, generator):
    """Numbers that go up by a constant, modulo the vocabulary."""
    while True:
        start = torch.randint(cfg.vocab, (cfg.batch, 1), generator=generator)
        step = torch.randint(1, 4, (cfg.batch, 1), generator=generator)
        seq = (start + step * torch.arange(cfg.context + 1)) % cfg.vocab
        yield seq[:, :-1], seq[:, 1:]


def build(cfg):
    torch.manual_seed(cfg.seed)
    model = TinyLM(cfg)
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr, weight_decay=1e-4)
    scheduler = torch.optim.lr_scheduler.SequentialLR(optimizer, [
        torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=0.1, total_iters=5),
        torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.98),
    ], milestones=[5])
    return model, optimizer, scheduler


def train(model, optimizer, scheduler, stream, first, last):
    model.train()
    losses = []
    for step in range(first, last):
        x, y = next(stream)
        loss = F.cross_entropy(model(x).transpose(1, 2), y)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_value_(model.parameters(), 0.5)
        optimizer.step()
        scheduler.step()
        losses.append(loss.item())
        if step < 20 or step % 20 == 0:
            print(f'step {step:3d} | loss {loss.item():.4f} | lr {scheduler.get_last_lr()[0]:.3e}')
    return losses


def save(file, model, optimizer, scheduler, step, generator):
    torch.save({
        'step': step,
        'config': asdict(model.cfg),
        'model_state_dict': model.state_dict(),
        'optimizer_state_dict': optimizer.state_dict(),
        'scheduler_state_dict': scheduler.state_dict(),
        'rng': torch.get_rng_state(),
        'generator': generator.get_state(),
    }, file)


cfg = TrainConfig()
model, optimizer, scheduler = build(cfg)
generator = torch.Generator().manual_seed(0)
stream = batches(cfg, generator)
train(model, optimizer, scheduler, stream, 0, 30)

memory = io.BytesIO()
save(memory, model, optimizer, scheduler, 30, generator)
straight = train(model, optimizer, scheduler, stream, 30, 50)

memory.seek(0)
checkpoint = torch.load(memory, weights_only=False)
print(checkpoint['step'], checkpoint['config'])
print(list(checkpoint['model_state_dict'])[:4], len(checkpoint['model_state_dict']))
group = checkpoint['optimizer_state_dict']['param_groups'][0]
print({k: v for k, v in group.items() if k in ('betas', 'weight_decay', 'initial_lr')})
print(sorted(checkpoint['optimizer_state_dict']['state'][0]))

model, optimizer, scheduler = build(TrainConfig(**checkpoint['config']))
print(model.load_state_dict(checkpoint['model_state_dict']))
optimizer.load_state_dict(checkpoint['optimizer_state_dict'])
scheduler.load_state_dict(checkpoint['scheduler_state_dict'])
generator = torch.Generator()
generator.set_state(checkpoint['generator'])
torch.set_rng_state(checkpoint['rng'])
again = train(model, optimizer, scheduler, batches(cfg, generator), checkpoint['step'], 50)
print('the same as without a break:', straight == again)

more = train(model, optimizer, scheduler, batches(cfg, generator), 50, 151)
start = torch.tensor([[0, 2, 4, 6], [3, 4, 5, 6], [1, 4, 7, 10]])
print(model.generate(start, 6))
