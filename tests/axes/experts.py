"""Mixtures of experts: the best two of four, all of them, and a mixture of softmaxes."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class SparseMoeBlock(nn.Module):
    def __init__(self, dim=6, num_experts=4, top_k=2):
        super().__init__()
        self.top_k = top_k
        self.gate = nn.Linear(dim, num_experts, bias=False)
        self.experts = nn.ModuleList([
            nn.Sequential(nn.Linear(dim, 12), nn.SiLU(), nn.Linear(12, dim))
            for _ in range(num_experts)])

    def forward(self, hidden_states):
        batch_size, sequence_length, dim = hidden_states.shape
        tokens = hidden_states.view(-1, dim)
        router_logits = self.gate(tokens)
        routing_weights = F.softmax(router_logits, dim=1)
        top_weights, selected = torch.topk(routing_weights, self.top_k, dim=-1)
        top_weights = top_weights / top_weights.sum(dim=-1, keepdim=True)
        final = torch.zeros_like(tokens)
        for i, expert in enumerate(self.experts):
            rows, slot = torch.where(selected == i)
            if rows.numel():
                final.index_add_(0, rows, expert(tokens[rows]) * top_weights[rows, slot, None])
        return final.view(batch_size, sequence_length, dim)


class DenseMixture(nn.Module):
    def __init__(self, dim=6, num_experts=4):
        super().__init__()
        self.gate = nn.Linear(dim, num_experts)
        self.w = nn.Parameter(torch.randn(num_experts, dim, dim) * 0.1)

    def forward(self, x):
        probs = self.gate(x).softmax(dim=-1)
        answers = torch.einsum("btd,edf->btef", x, self.w)
        return (probs.unsqueeze(-2) @ answers).squeeze(-2)


torch.manual_seed(11)
x = torch.randn(2, 4, 6)
sparse, dense = SparseMoeBlock(), DenseMixture()
y = sparse(x)
z = dense(x)
print(y.shape, z.shape)

prior = torch.softmax(nn.Linear(6, 3)(x[0]), dim=-1)
vocabulary = torch.softmax(torch.randn(4, 3, 10), dim=-1)
mixed = (prior.unsqueeze(-1) * vocabulary).sum(dim=1)
print(mixed.shape, torch.allclose(mixed.sum(-1), torch.ones(4)))
