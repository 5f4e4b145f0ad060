"""Bahdanau's and Luong's attention over the states of a GRU, one query at a time."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class BahdanauAttention(nn.Module):
    def __init__(self, hidden_size):
        super().__init__()
        self.Wa = nn.Linear(hidden_size, hidden_size)
        self.Ua = nn.Linear(hidden_size, hidden_size)
        self.Va = nn.Linear(hidden_size, 1)

    def forward(self, query, keys):
        energy = self.Va(torch.tanh(self.Wa(query) + self.Ua(keys)))
        scores = energy.squeeze(2).unsqueeze(1)
        weights = F.softmax(scores, dim=-1)
        context = torch.bmm(weights, keys)
        return context, weights


class LuongAttention(nn.Module):
    def __init__(self, hidden_size):
        super().__init__()
        self.general = nn.Linear(hidden_size, hidden_size, bias=False)

    def forward(self, hidden, encoder_outputs):
        # hidden (B, H), encoder_outputs (S, B, H), as in the chatbot tutorial
        attn_energies = torch.sum(hidden * self.general(encoder_outputs), dim=2)
        align = F.softmax(attn_energies.t(), dim=1)
        context = align.unsqueeze(1).bmm(encoder_outputs.transpose(0, 1))
        return context.squeeze(1), align


torch.manual_seed(10)
encoder, decoder = nn.GRU(6, 6, batch_first=True), nn.GRU(12, 6, batch_first=True)
bahdanau, luong = BahdanauAttention(6), LuongAttention(6)
source, target = torch.randn(3, 5, 6), torch.randn(3, 4, 6)
encoder_outputs, hidden = encoder(source)
attentions = []
for i in range(4):
    query = hidden.permute(1, 0, 2)
    context, attn_weights = bahdanau(query, encoder_outputs)
    step = torch.cat((target[:, i:i + 1], context), dim=2)
    output, hidden = decoder(step, hidden)
    attentions.append(attn_weights)
attentions = torch.cat(attentions, dim=1)
print(attentions.shape)

states = encoder_outputs.transpose(0, 1)
alignments = []
for i in range(4):
    context, align = luong(target[:, i], states)
    alignments.append(align)
alignments = torch.stack(alignments)
print(alignments.shape)

# One sentence, one vector: the state of the decoder against each state of the encoder.
s = hidden[0, 0]
e = encoder_outputs[0] @ s
alpha = torch.softmax(e, dim=0)
c = alpha @ encoder_outputs[0]
print(alpha.shape, c.shape)
