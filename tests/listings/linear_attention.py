import torch
from torch import nn, einsum
import torch.nn.functional as F
from functools import partial, wraps
from contextlib import contextmanager
torch.manual_seed(11)
def exists(val): return val is not None
def default(val, d): return val if exists(val) else d
def elu_feature_map(x): return F.elu(x) + 1
def linear_attention(q, k, v, feature=elu_feature_map, eps=1e-6):
    q, k = feature(q), feature(k)
    kv = einsum('...nd,...ne->...de', k, v)
    z = 1 / (einsum('...nd,...d->...n', q, k.sum(dim=-2)) + eps)
    return einsum('...nd,...de,...n->...ne', q, kv, z)
def causal_linear_attention(q, k, v, eps=1e-6):
    q, k = elu_feature_map(q), elu_feature_map(k)
    k_cumsum = k.cumsum(dim=-2) + eps
    D_inv = 1. / torch.einsum('...nd,...nd->...n', q, k_cumsum.type_as(q))
    context = torch.einsum('...nd,...ne->...nde', k, v).cumsum(dim=-3)
    return torch.einsum('...nde,...nd,...n->...ne', context, q, D_inv)
def softmax_kernel(data, *, projection_matrix, is_query, normalize_data=True, eps=1e-4):
    b, h, *_ = data.shape
    data_normalizer = (data.shape[-1] ** -0.25) if normalize_data else 1.
    ratio = (projection_matrix.shape[0] ** -0.5)
    projection = projection_matrix[None, None].expand(b, h, *projection_matrix.shape).type_as(data)
    data_dash = torch.einsum('...id,...jd->...ij', (data_normalizer * data), projection)
    diag_data = (data ** 2).sum(dim=-1)
    diag_data = (diag_data / 2.0) * (data_normalizer ** 2)
    diag_data = diag_data.unsqueeze(dim=-1)
    if is_query:
        data_dash = ratio * (torch.exp(data_dash - diag_data - torch.amax(data_dash, dim=-1, keepdim=True).detach()) + eps)
    else:
        data_dash = ratio * (torch.exp(data_dash - diag_data - torch.amax(data_dash, dim=(-1, -2), keepdim=True).detach()) + eps)
    return data_dash.type_as(data)
q, k, v = torch.randn(3, 1, 2, 5, 4).unbind(0)
print(linear_attention(q, k, v))
print(causal_linear_attention(q, k, v)[0, 1])
proj = torch.randn(6, 4)
qp = softmax_kernel(q, projection_matrix=proj, is_query=True)
kp = softmax_kernel(k, projection_matrix=proj, is_query=False)
print(qp[0, 0], kp.shape)
print(linear_attention(qp, kp, v, feature=lambda t: t)[0, 0])


class MAB(nn.Module):
    def __init__(self, dim_Q, dim_K, dim_V, num_heads, ln=False):
        super(MAB, self).__init__()
        self.dim_V = dim_V
        self.num_heads = num_heads
        self.fc_q = nn.Linear(dim_Q, dim_V)
        self.fc_k = nn.Linear(dim_K, dim_V)
        self.fc_v = nn.Linear(dim_K, dim_V)
        if ln:
            self.ln0 = nn.LayerNorm(dim_V)
            self.ln1 = nn.LayerNorm(dim_V)
        self.fc_o = nn.Linear(dim_V, dim_V)
    def forward(self, Q, K):
        Q = self.fc_q(Q)
        K, V = self.fc_k(K), self.fc_v(K)
        dim_split = self.dim_V // self.num_heads
        Q_ = torch.cat(Q.split(dim_split, 2), 0)
        K_ = torch.cat(K.split(dim_split, 2), 0)
        V_ = torch.cat(V.split(dim_split, 2), 0)
        A = torch.softmax(Q_.bmm(K_.transpose(1, 2)) / self.dim_V ** 0.5, 2)
        O = torch.cat((Q_ + A.bmm(V_)).split(Q.size(0), 0), 2)
        O = O if getattr(self, 'ln0', None) is None else self.ln0(O)
        O = O + F.relu(self.fc_o(O))
        O = O if getattr(self, 'ln1', None) is None else self.ln1(O)
        return O
class ISAB(nn.Module):
    def __init__(self, din, dout, heads, m, ln=False):
        super().__init__()
        self.I = nn.Parameter(torch.Tensor(1, m, dout))
        nn.init.xavier_uniform_(self.I)
        self.mab0 = MAB(dout, din, dout, heads, ln=ln)
        self.mab1 = MAB(din, dout, dout, heads, ln=ln)
    def forward(self, X):
        H = self.mab0(self.I.repeat(X.size(0), 1, 1), X)
        return self.mab1(X, H)
class PMA(nn.Module):
    def __init__(self, dim, heads, seeds, ln=False):
        super().__init__()
        self.S = nn.Parameter(torch.Tensor(1, seeds, dim))
        nn.init.xavier_uniform_(self.S)
        self.mab = MAB(dim, dim, dim, heads, ln=ln)
    def forward(self, X):
        return self.mab(self.S.repeat(X.size(0), 1, 1), X)
st = nn.Sequential(ISAB(3, 8, 2, 4, ln=True), ISAB(8, 8, 2, 4), PMA(8, 2, 1), nn.Flatten(), nn.Linear(8, 2))
x = torch.randn(2, 6, 3)
with torch.no_grad():
    a = st(x); b = st(x[:, torch.randperm(6)])
print(a, torch.allclose(a, b, atol=1e-6))
print(st)
class PerceiverAttention(nn.Module):
    def __init__(self, query_dim, context_dim=None, heads=2, dim_head=4, dropout=0.):
        super().__init__()
        inner_dim = dim_head * heads
        context_dim = default(context_dim, query_dim)
        self.scale = dim_head ** -0.5
        self.heads = heads
        self.to_q = nn.Linear(query_dim, inner_dim, bias=False)
        self.to_kv = nn.Linear(context_dim, inner_dim * 2, bias=False)
        self.dropout = nn.Dropout(dropout)
        self.to_out = nn.Linear(inner_dim, query_dim)
    def forward(self, x, context=None, mask=None):
        h = self.heads
        q = self.to_q(x)
        context = default(context, x)
        k, v = self.to_kv(context).chunk(2, dim=-1)
        split = lambda t: t.reshape(t.shape[0], t.shape[1], h, -1).permute(0, 2, 1, 3).reshape(t.shape[0] * h, t.shape[1], -1)
        q, k, v = map(split, (q, k, v))
        sim = einsum('b i d, b j d -> b i j', q, k) * self.scale
        if exists(mask):
            mask = mask.flatten(1)
            max_neg_value = -torch.finfo(sim.dtype).max
            mask = mask[:, None, :].repeat_interleave(h, dim=0)
            sim.masked_fill_(~mask, max_neg_value)
        attn = sim.softmax(dim=-1)
        attn = self.dropout(attn)
        out = einsum('b i j, b j d -> b i d', attn, v)
        out = out.view(-1, h, *out.shape[1:]).permute(0, 2, 1, 3).flatten(-2)
        return self.to_out(out), attn
class GEGLU(nn.Module):
    def forward(self, x):
        x, gates = x.chunk(2, dim=-1)
        return x * F.gelu(gates)
def cache_fn(f):
    cache = None
    @wraps(f)
    def cached_fn(*args, _cache=True, **kwargs):
        if not _cache: return f(*args, **kwargs)
        nonlocal cache
        if cache is not None: return cache
        cache = f(*args, **kwargs)
        return cache
    return cached_fn
get = cache_fn(lambda: PerceiverAttention(6, 5))
with torch.no_grad():
    o, w = get()(torch.randn(2, 3, 6), context=torch.randn(2, 4, 5), mask=torch.tensor([[1, 1, 1, 0], [1, 0, 1, 1]]).bool())
print(o, w[0], get() is get(), get(_cache=False) is get())
print(GEGLU()(torch.arange(8.).view(2, 4)))
def longformer_mask(n, w, global_tokens=()):
    i = torch.arange(n)
    m = (i[None, :] - i[:, None]).abs() <= w
    for g in global_tokens:
        m[g, :] = True
        m[:, g] = True
    return m
m = longformer_mask(8, 1, [0])
print(m.int()); print("density: {:.2%}".format(m.float().mean().item()))
band = torch.ones(6, 6).tril(1).triu(-1)
print(band.bool())
for row in m:
    print(''.join('#' if c else '.' for c in row))
@contextmanager
def eval_mode(model):
    was = model.training
    model.eval()
    try: yield model
    finally: model.train(was)
with eval_mode(st) as s: print(s.training)
print(st.training)
