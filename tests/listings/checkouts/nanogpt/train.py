"""
Trains a small GPT on characters:
$ python train.py config/train_tiny.py --max_iters=6
"""
import math
import os
from contextlib import nullcontext

import numpy as np
import torch

from model import GPT, GPTConfig

# -----------------------------------------------------------------------------
eval_interval = 100
eval_iters = 2
dataset = 'chars'
batch_size = 4
block_size = 8
n_layer = 4
n_head = 4
n_embd = 64
dropout = 0.1
bias = False
learning_rate = 1e-2
max_iters = 600
weight_decay = 1e-1
beta1, beta2 = 0.9, 0.99
grad_clip = 1.0
warmup_iters = 2
min_lr = 1e-3
device = 'cpu'
dtype = 'bfloat16'
config_keys = [k for k, v in globals().items() if not k.startswith('_') and isinstance(v, (int, float, bool, str))]
exec(open('configurator.py').read())
config = {k: globals()[k] for k in config_keys}
# -----------------------------------------------------------------------------
torch.manual_seed(1337)
device_type = 'cuda' if 'cuda' in device else 'cpu'
ptdtype = {'float32': torch.float32, 'bfloat16': torch.bfloat16, 'float16': torch.float16}[dtype]
ctx = torch.amp.autocast(device_type=device_type, dtype=ptdtype)

data_dir = os.path.join('data', dataset)
with open(os.path.join(data_dir, 'input.txt'), 'r') as f:
    text = f.read()
chars = sorted(list(set(text)))
stoi = {ch: i for i, ch in enumerate(chars)}
data = np.array([stoi[c] for c in text], dtype=np.uint16 if hasattr(np, 'uint16') else np.int64).astype(np.int64)
split = int(0.8 * len(data))


def get_batch(which):
    part = data[:split] if which == 'train' else data[split:]
    ix = torch.randint(len(part) - block_size, (batch_size,))
    x = torch.stack([torch.from_numpy((part[i:i + block_size]).astype(np.int64)) for i in ix])
    y = torch.stack([torch.from_numpy((part[i + 1:i + 1 + block_size]).astype(np.int64)) for i in ix])
    return x.to(device), y.to(device)


model = GPT(GPTConfig(block_size=block_size, vocab_size=len(chars), n_layer=n_layer, n_head=n_head,
                      n_embd=n_embd, dropout=dropout, bias=bias))
print("number of parameters: %d" % model.get_num_params())
scaler = torch.cuda.amp.GradScaler(enabled=(dtype == 'float16'))
optimizer = model.configure_optimizers(weight_decay, learning_rate, (beta1, beta2), device_type)


@torch.no_grad()
def estimate_loss():
    out = {}
    model.eval()
    for which in ['train', 'val']:
        losses = torch.zeros(eval_iters)
        for k in range(eval_iters):
            X, Y = get_batch(which)
            with ctx:
                logits, loss = model(X, Y)
            losses[k] = loss.item()
        out[which] = losses.mean()
    model.train()
    return out


def get_lr(it):
    if it < warmup_iters:
        return learning_rate * (it + 1) / (warmup_iters + 1)
    ratio = (it - warmup_iters) / (max_iters - warmup_iters)
    return min_lr + 0.5 * (1.0 + np.cos(np.pi * ratio)) * (learning_rate - min_lr)


X, Y = get_batch('train')
for iter_num in range(max_iters):
    lr = get_lr(iter_num)
    for param_group in optimizer.param_groups:
        param_group['lr'] = lr
    if iter_num % eval_interval == 0:
        losses = estimate_loss()
        print(f"step {iter_num}: lr {lr:.4f}, train loss {losses['train']:.2f}, val loss {losses['val']:.2f}")
    with ctx:
        logits, loss = model(X, Y)
    X, Y = get_batch('train')
    scaler.scale(loss).backward()
    if grad_clip != 0.0:
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), grad_clip)
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad(set_to_none=True)
print(logits.dtype, loss.dtype, config['n_embd'])
