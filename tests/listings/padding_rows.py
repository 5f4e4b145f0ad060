import torch, torch.nn.functional as F
torch.manual_seed(0)
q = torch.randn(1, 2, 3, 4); m = torch.tensor([[True, False, False], [False, False, False], [True, True, True]])
print(F.scaled_dot_product_attention(q, q, q, attn_mask=m))
f = torch.zeros(3, 3).masked_fill(~m, float("-inf"))
print(F.scaled_dot_product_attention(q, q, q, attn_mask=f))
mha = torch.nn.MultiheadAttention(4, 2, batch_first=True)
x = torch.randn(1, 3, 4)
print(mha(x, x, x, attn_mask=~m, need_weights=False)[0])
print(mha(x, x, x, attn_mask=~m)[0])
print(mha(x, x, x, key_padding_mask=torch.tensor([[True]*3]), need_weights=False)[0])
enc = torch.nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=True)
print(enc(x, src_key_padding_mask=torch.tensor([[True]*3])))
q.requires_grad_(); F.scaled_dot_product_attention(q, q, q, attn_mask=m).sum().backward(); print(q.grad)

# A module in its three modes: the softmax of its kernel for inference is not safe.
causal = torch.ones(3, 3).triu(1).bool()
pad = torch.tensor([[True, True, True]])
for training, grad in (True, True), (False, True), (False, False):
    mha.train(training), enc.train(training)
    with torch.set_grad_enabled(grad):
        print(mha(x, x, x, key_padding_mask=pad, need_weights=False)[0].isnan().any(),
              mha(x, x, x, key_padding_mask=pad)[0].isnan().any(),
              enc(x, src_key_padding_mask=pad).isnan().any(),
              enc(x, src_key_padding_mask=torch.zeros(1, 3).masked_fill(pad, float("-inf"))).isnan().any(),
              mha(x, x, x, attn_mask=causal, is_causal=True, need_weights=False)[0].isnan().any())
x.requires_grad_()
for mask in pad, torch.zeros(1, 3).masked_fill(pad, float("-inf")):
    x.grad = None
    (enc.train()(x, src_key_padding_mask=mask) * torch.arange(4)).sum().backward()
    print(x.grad, enc.self_attn.in_proj_weight.grad.isnan().any())
