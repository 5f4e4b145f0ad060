"""Multi-head self-attention in NumPy: three words, three heads."""
import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def scaled_dot_product_attention(Q, K, V, mask=None):
    d_k = Q.shape[-1]
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_k)
    if mask is not None:
        scores = np.where(mask, scores, -1e9)
    weights = softmax(scores)
    return weights @ V, weights


def split(x, heads):
    n, d = x.shape
    return x.reshape(n, heads, d // heads).transpose(1, 0, 2)


rng = np.random.RandomState(12)
X = rng.randn(3, 6)
W_q, W_k, W_v, W_o = (rng.randn(6, 6) for _ in range(4))
Q, K, V = split(X @ W_q, 3), split(X @ W_k, 3), split(X @ W_v, 3)
heads, attention_weights = scaled_dot_product_attention(Q, K, V)
output = heads.transpose(1, 0, 2).reshape(3, 6) @ W_o
print(attention_weights.shape, output.shape)

causal = np.tril(np.ones((3, 3), dtype=bool))
masked_heads, causal_weights = scaled_dot_product_attention(Q, K, V, causal)
print(causal_weights.shape)

# The first head alone, and one query of it.
S = X @ W_q[:, :2] @ (X @ W_k[:, :2]).T
A = softmax(S)
Z = A @ X
a = softmax(S[1])
z = a @ X
print(A.shape, Z.shape, a.shape, z.shape)

# A classifier's probabilities are no attention.
logits = output @ rng.randn(6, 3)
probs = softmax(logits)
print(probs.shape)
