import math
import torch
import torch.nn.functional as F

def attention(q, k, v, mask=None):
    """Scaled dot-product attention."""
    d_k = q.size(-1)
    scores = q @ k.transpose(-2, -1) / math.sqrt(d_k)
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    weights = F.softmax(scores, dim=-1)
    return weights @ v, weights

q = torch.tensor([[1., 0., 2.], [2., 2., 2.], [2., 1., 3.]])
k = torch.tensor([[0., 1., 1.], [4., 4., 0.], [2., 3., 1.]])
v = torch.tensor([[1., 2., 3.], [2., 8., 0.], [2., 6., 3.]])
out, w = attention(q, k, v)
print(out, w, sep="\n")
causal = torch.tril(torch.ones(3, 3))
out, w = attention(q, k, v, mask=causal)
print(out, w, sep="\n")
heads = [attention(q[:, i:i + 1], k[:, i:i + 1], v[:, i:i + 1])[0] for i in range(3)]
print(torch.cat(heads, dim=-1))
total = torch.zeros(3)
for i in range(3):
    total += w[2, i] * v[i]
print(total, torch.allclose(total, out[2]))
print([round(s, 2) for s in w[1].tolist()], f"{w[0, 0]:.3f}")
