"""A Llama: RMSNorm, rotary positions, grouped queries, SwiGLU, a key-value cache, two tokens more."""
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F

import qkv


class RMSNorm(nn.Module):
    def __init__(self, width, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, hidden_states):
        variance = hidden_states.pow(2).mean(-1, keepdim=True)
        hidden_states = hidden_states * torch.rsqrt(variance + self.eps)
        return self.weight * hidden_states


def rotate_half(x):
    x1, x2 = x[..., : x.shape[-1] // 2], x[..., x.shape[-1] // 2:]
    return torch.cat((-x2, x1), dim=-1)


def apply_rotary_pos_emb(q, k, cos, sin):
    q_embed = (q * cos) + (rotate_half(q) * sin)
    k_embed = (k * cos) + (rotate_half(k) * sin)
    return q_embed, k_embed


class RotaryEmbedding(nn.Module):
    def __init__(self, dim, base=10000.0):
        super().__init__()
        self.register_buffer("inv_freq", 1.0 / base ** (torch.arange(0, dim, 2).float() / dim), persistent=False)

    def forward(self, position_ids):
        freqs = position_ids[:, None].float() * self.inv_freq[None, :]
        emb = torch.cat((freqs, freqs), dim=-1)
        return emb.cos(), emb.sin()


class LlamaAttention(nn.Module):
    def __init__(self, width, heads, groups):
        super().__init__()
        self.heads, self.groups, self.head_dim = heads, groups, width // heads
        self.q_proj = nn.Linear(width, width, bias=False)
        self.k_proj = nn.Linear(width, groups * self.head_dim, bias=False)
        self.v_proj = nn.Linear(width, groups * self.head_dim, bias=False)
        self.o_proj = nn.Linear(width, width, bias=False)
        self.cache = None

    def forward(self, x, cos, sin):
        B, T, C = x.shape
        query_states = self.q_proj(x).view(B, T, self.heads, self.head_dim).transpose(1, 2)
        key_states = self.k_proj(x).view(B, T, self.groups, self.head_dim).transpose(1, 2)
        value_states = self.v_proj(x).view(B, T, self.groups, self.head_dim).transpose(1, 2)
        query_states, key_states = apply_rotary_pos_emb(query_states, key_states, cos, sin)
        if self.cache is not None:
            key_states = torch.cat([self.cache[0], key_states], dim=2)
            value_states = torch.cat([self.cache[1], value_states], dim=2)
        self.cache = key_states, value_states
        key_states = key_states.repeat_interleave(self.heads // self.groups, dim=1)
        value_states = value_states.repeat_interleave(self.heads // self.groups, dim=1)
        attn_output = F.scaled_dot_product_attention(query_states, key_states, value_states, is_causal=T > 1)
        return self.o_proj(attn_output.transpose(1, 2).reshape(B, T, C))


class LlamaMLP(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gate_proj = nn.Linear(width, 2 * width, bias=False)
        self.up_proj = nn.Linear(width, 2 * width, bias=False)
        self.down_proj = nn.Linear(2 * width, width, bias=False)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class LlamaDecoderLayer(nn.Module):
    def __init__(self, width, heads, groups):
        super().__init__()
        self.input_layernorm, self.post_attention_layernorm = RMSNorm(width), RMSNorm(width)
        self.self_attn, self.mlp = LlamaAttention(width, heads, groups), LlamaMLP(width)

    def forward(self, x, cos, sin):
        x = x + self.self_attn(self.input_layernorm(x), cos, sin)
        return x + self.mlp(self.post_attention_layernorm(x))


class Llama(nn.Module):
    def __init__(self, vocab=50, width=32, heads=4, groups=2, layers=2):
        super().__init__()
        self.embed_tokens = nn.Embedding(vocab, width)
        self.rotary_emb = RotaryEmbedding(width // heads)
        self.layers = nn.ModuleList([LlamaDecoderLayer(width, heads, groups) for _ in range(layers)])
        self.norm = RMSNorm(width)
        self.lm_head = nn.Linear(width, vocab, bias=False)
        self.seen = 0

    def forward(self, input_ids):
        T = input_ids.shape[1]
        cos, sin = self.rotary_emb(torch.arange(self.seen, self.seen + T))
        self.seen += T
        x = self.embed_tokens(input_ids)
        for layer in self.layers:
            x = layer(x, cos, sin)
        return self.lm_head(self.norm(x))


torch.manual_seed(7)
model = Llama().eval()
input_ids = torch.randint(50, (1, 6))
with torch.no_grad(), qkv.record(sys.argv[1], model, keep=True, input_ids=input_ids):
    next_ids = input_ids
    for _ in range(3):
        logits = model(next_ids)
        next_ids = logits[:, -1].argmax(-1, keepdim=True)
