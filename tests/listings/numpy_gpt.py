import numpy as np

def gelu(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))

def softmax(x):
    exp_x = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return exp_x / np.sum(exp_x, axis=-1, keepdims=True)

def layer_norm(x, g, b, eps: float = 1e-5):
    mean = np.mean(x, axis=-1, keepdims=True)
    variance = np.var(x, axis=-1, keepdims=True)
    return g * (x - mean) / np.sqrt(variance + eps) + b

def linear(x, w, b):
    return x @ w + b

def ffn(x, c_fc, c_proj):
    return linear(gelu(linear(x, **c_fc)), **c_proj)

def attention(q, k, v, mask):
    return softmax(q @ k.T / np.sqrt(q.shape[-1]) + mask) @ v

def mha(x, c_attn, c_proj, n_head):
    x = linear(x, **c_attn)
    qkv_heads = list(map(lambda x: np.split(x, n_head, axis=-1), np.split(x, 3, axis=-1)))
    causal_mask = (1 - np.tri(x.shape[0], dtype=x.dtype)) * -1e10
    out_heads = [attention(q, k, v, causal_mask) for q, k, v in zip(*qkv_heads)]
    x = linear(np.hstack(out_heads), **c_proj)
    return x

def transformer_block(x, mlp, attn, ln_1, ln_2, n_head):
    x = x + mha(layer_norm(x, **ln_1), **attn, n_head=n_head)
    x = x + ffn(layer_norm(x, **ln_2), **mlp)
    return x

def gpt2(inputs, wte, wpe, blocks, ln_f, n_head):
    x = wte[inputs] + wpe[range(len(inputs))]
    for block in blocks:
        x = transformer_block(x, **block, n_head=n_head)
    return layer_norm(x, **ln_f) @ wte.T

def generate(inputs, params, n_head, n_tokens_to_generate):
    for _ in range(n_tokens_to_generate):
        logits = gpt2(inputs, **params, n_head=n_head)
        next_id = np.argmax(logits[-1])
        inputs.append(int(next_id))
    return inputs[len(inputs) - n_tokens_to_generate:]

def main(seed: int = 0):
    np.random.seed(seed)
    E, V, N, H = 8, 12, 16, 2
    lin = lambda i, o: {"w": np.random.randn(i, o) * 0.3, "b": np.zeros(o)}
    ln = lambda: dict(g=np.ones(E), b=np.zeros(E))
    params = {
        "wte": np.random.randn(V, E), "wpe": 0.1 * np.random.randn(N, E),
        "blocks": [dict(mlp=dict(c_fc=lin(E, 4*E), c_proj=lin(4*E, E)), attn=dict(c_attn=lin(E, 3*E), c_proj=lin(E, E)), ln_1=ln(), ln_2=ln()) for _ in range(2)],
        "ln_f": ln(),
    }
    ids = [1, 5, 3]
    logits = gpt2(ids, **params, n_head=H)
    print(logits.shape, logits.dtype)
    print(np.round(logits, 4))
    print(softmax(logits)[-1])
    print(generate(ids, params, H, 6))
    print(softmax(np.array([[1.0, 2, 3], [1, 1, 1]])))
    print(gelu(np.linspace(-2, 2, 5)))
    np.set_printoptions(precision=3, suppress=True)
    print(logits)

if __name__ == "__main__":
    main()
