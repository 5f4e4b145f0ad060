"""A mixture of experts: the router's best two, each expert on the tokens it was given, index_add_."""
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F

import qkv


class Expert(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.w1, self.w2, self.w3 = nn.Linear(width, 2 * width), nn.Linear(2 * width, width), nn.Linear(width, 2 * width)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


class SparseMoE(nn.Module):
    def __init__(self, width, experts=4, top_k=2):
        super().__init__()
        self.gate = nn.Linear(width, experts, bias=False)
        self.experts = nn.ModuleList([Expert(width) for _ in range(experts)])
        self.top_k = top_k

    def forward(self, hidden_states):
        batch, length, width = hidden_states.shape
        hidden_states = hidden_states.view(-1, width)
        router_logits = self.gate(hidden_states)
        routing_weights = F.softmax(router_logits, dim=1)
        routing_weights, selected_experts = torch.topk(routing_weights, self.top_k, dim=-1)
        routing_weights /= routing_weights.sum(dim=-1, keepdim=True)
        final = torch.zeros_like(hidden_states)
        expert_mask = F.one_hot(selected_experts, num_classes=len(self.experts)).permute(2, 1, 0)
        for number, expert in enumerate(self.experts):
            idx, top_x = torch.where(expert_mask[number])
            current = expert(hidden_states[None, top_x].reshape(-1, width)) * routing_weights[top_x, idx, None]
            final.index_add_(0, top_x, current)
        return final.reshape(batch, length, width)


class Layer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.norm, self.moe = nn.LayerNorm(width), SparseMoE(width)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        weights = torch.softmax(torch.einsum("bqd,bkd->bqk", q, k) / q.shape[-1] ** 0.5, dim=-1)
        x = x + self.out(torch.einsum("bqk,bkd->bqd", weights, v))
        return x + self.moe(self.norm(x))


torch.manual_seed(8)
model = Layer(16).eval()
x = torch.randn(2, 5, 16)
with torch.no_grad(), qkv.record(sys.argv[1], model, keep=True, x=x):
    y = model(x)
