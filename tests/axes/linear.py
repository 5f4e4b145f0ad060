"""Linear attention, and softmaxes that average no positions."""
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(17)
b, h, n, d = 2, 2, 4, 4
q, k, v = (torch.randn(b, h, n, d) for _ in range(3))

# Kernel feature maps (Katharopoulos): the n x n matrix is never made.
phi_q, phi_k = F.elu(q) + 1, F.elu(k) + 1
kv = torch.einsum("bhnd,bhne->bhde", phi_k, v)
z = 1 / torch.einsum("bhnd,bhd->bhn", phi_q, phi_k.sum(dim=2))
out = torch.einsum("bhnd,bhde,bhn->bhne", phi_q, kv, z)

# Efficient attention (Shen): the queries are normalized over their features.
soft_q = q.softmax(dim=-1)
soft_k = k.softmax(dim=-2)
context = soft_k.transpose(-1, -2) @ v
efficient = soft_q @ context
print(out.shape, efficient.shape)

# The same numbers by the matrix that linear attention avoids.
similar = phi_q @ phi_k.transpose(-1, -2)
implied = similar / similar.sum(dim=-1, keepdim=True)
full = implied @ v
print(torch.allclose(full, out, atol=1e-5))

# Attention between channels: features look at features (XCiT).
channels = (q.transpose(-1, -2) @ k / n).softmax(dim=-1)
mixed = v @ channels.transpose(-1, -2)
print(mixed.shape)

# A soft choice of words from a vocabulary, and a classifier.
embedding = nn.Embedding(7, 4)
choice = F.softmax(torch.randn(3, 7), dim=-1)
soft_words = choice @ embedding.weight
class_probs = F.softmax(nn.Linear(4, 3)(soft_words), dim=-1)
confusion = F.one_hot(class_probs.argmax(-1), 3).float().T @ class_probs

# A Markov chain: where it is after two steps.
transitions = F.softmax(torch.randn(3, 3), dim=-1)
start = torch.tensor([1.0, 0.0, 0.0])
after = start @ transitions @ transitions
print(soft_words.shape, confusion.shape, after.shape)
