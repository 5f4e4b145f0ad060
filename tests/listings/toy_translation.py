# A whole Transformer, encoder and decoder, on two toy sentences.
import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim

# encoder input, decoder input, decoder target
sentences = [
    ['ich mochte ein bier P', 'S i want a beer .', 'i want a beer . E'],
    ['ich mochte ein cola P', 'S i want a coke .', 'i want a coke . E'],
]
src_vocab = {'P': 0, 'ich': 1, 'mochte': 2, 'ein': 3, 'bier': 4, 'cola': 5}
tgt_vocab = {'P': 0, 'i': 1, 'want': 2, 'a': 3, 'beer': 4, 'coke': 5, 'S': 6, 'E': 7, '.': 8}
idx2word = {i: w for i, w in enumerate(tgt_vocab)}
src_vocab_size, tgt_vocab_size = len(src_vocab), len(tgt_vocab)

src_len = 5
tgt_len = 6
d_model = 64
d_ff = 128
d_k = d_v = 16
n_layers = 2
n_heads = 4


def make_data(sentences):
    enc_inputs, dec_inputs, dec_outputs = [], [], []
    for enc, dec, target in sentences:
        enc_inputs.append([src_vocab[n] for n in enc.split()])
        dec_inputs.append([tgt_vocab[n] for n in dec.split()])
        dec_outputs.append([tgt_vocab[n] for n in target.split()])
    return torch.LongTensor(enc_inputs), torch.LongTensor(dec_inputs), torch.LongTensor(dec_outputs)


def sinusoid_table(n_position, d_model):
    def angle(position, i):
        return position / np.power(10000, 2 * (i // 2) / d_model)
    table = np.array([[angle(pos, i) for i in range(d_model)] for pos in range(n_position)])
    table[:, 0::2] = np.sin(table[:, 0::2])
    table[:, 1::2] = np.cos(table[:, 1::2])
    return torch.FloatTensor(table)


def pad_mask(seq_q, seq_k):
    batch, len_q = seq_q.size()
    _, len_k = seq_k.size()
    return seq_k.data.eq(0).unsqueeze(1).expand(batch, len_q, len_k)


def subsequent_mask(seq):
    shape = [seq.size(0), seq.size(1), seq.size(1)]
    return torch.from_numpy(np.triu(np.ones(shape), k=1)).byte()


class MultiHeadAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k * n_heads, bias=False)
        self.W_K = nn.Linear(d_model, d_k * n_heads, bias=False)
        self.W_V = nn.Linear(d_model, d_v * n_heads, bias=False)
        self.fc = nn.Linear(n_heads * d_v, d_model, bias=False)
        self.norm = nn.LayerNorm(d_model)

    def forward(self, input_Q, input_K, input_V, mask):
        residual, batch = input_Q, input_Q.size(0)
        Q = self.W_Q(input_Q).view(batch, -1, n_heads, d_k).transpose(1, 2)
        K = self.W_K(input_K).view(batch, -1, n_heads, d_k).transpose(1, 2)
        V = self.W_V(input_V).view(batch, -1, n_heads, d_v).transpose(1, 2)
        scores = torch.matmul(Q, K.transpose(-1, -2)) / np.sqrt(d_k)
        scores.masked_fill_(mask.unsqueeze(1).repeat(1, n_heads, 1, 1), -1e9)
        attn = nn.Softmax(dim=-1)(scores)
        context = torch.matmul(attn, V).transpose(1, 2).reshape(batch, -1, n_heads * d_v)
        return self.norm(self.fc(context) + residual), attn


class FeedForward(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Sequential(nn.Linear(d_model, d_ff, bias=False), nn.ReLU(),
                                nn.Linear(d_ff, d_model, bias=False))
        self.norm = nn.LayerNorm(d_model)

    def forward(self, inputs):
        return self.norm(self.fc(inputs) + inputs)


class EncoderLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.attn = MultiHeadAttention()
        self.ffn = FeedForward()

    def forward(self, x, mask):
        x, attn = self.attn(x, x, x, mask)
        return self.ffn(x), attn


class DecoderLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attn = MultiHeadAttention()
        self.cross_attn = MultiHeadAttention()
        self.ffn = FeedForward()

    def forward(self, x, memory, self_mask, cross_mask):
        x, self_attn = self.self_attn(x, x, x, self_mask)
        x, cross_attn = self.cross_attn(x, memory, memory, cross_mask)
        return self.ffn(x), self_attn, cross_attn


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.src_emb = nn.Embedding(src_vocab_size, d_model)
        self.tgt_emb = nn.Embedding(tgt_vocab_size, d_model)
        self.pos_emb = nn.Embedding.from_pretrained(sinusoid_table(10, d_model), freeze=True)
        self.encoder = nn.ModuleList([EncoderLayer() for _ in range(n_layers)])
        self.decoder = nn.ModuleList([DecoderLayer() for _ in range(n_layers)])
        self.projection = nn.Linear(d_model, tgt_vocab_size, bias=False)

    def encode(self, enc_inputs):
        x = self.src_emb(enc_inputs) + self.pos_emb(torch.arange(enc_inputs.size(1)))
        mask = pad_mask(enc_inputs, enc_inputs)
        for layer in self.encoder:
            x, _ = layer(x, mask)
        return x

    def forward(self, enc_inputs, dec_inputs):
        memory = self.encode(enc_inputs)
        x = self.tgt_emb(dec_inputs) + self.pos_emb(torch.arange(dec_inputs.size(1)))
        self_mask = torch.gt(pad_mask(dec_inputs, dec_inputs) + subsequent_mask(dec_inputs), 0)
        cross_mask = pad_mask(dec_inputs, enc_inputs)
        crosses = []
        for layer in self.decoder:
            x, _, cross = layer(x, memory, self_mask, cross_mask)
            crosses.append(cross)
        logits = self.projection(x)
        return logits.view(-1, logits.size(-1)), crosses


def greedy_decoder(model, enc_input, start_symbol):
    dec_input = torch.zeros(1, 0).type_as(enc_input.data)
    next_symbol, terminal = start_symbol, False
    while not terminal:
        dec_input = torch.cat([dec_input, torch.tensor([[next_symbol]], dtype=enc_input.dtype)], -1)
        logits, _ = model(enc_input, dec_input)
        next_symbol = logits.max(dim=-1)[1][-1].item()
        terminal = next_symbol == tgt_vocab['E'] or dec_input.size(1) == tgt_len
    return dec_input[:, 1:]


torch.manual_seed(5)
model = Transformer()
criterion = nn.CrossEntropyLoss(ignore_index=0)
optimizer = optim.SGD(model.parameters(), lr=1e-2, momentum=0.9)
enc_inputs, dec_inputs, dec_outputs = make_data(sentences)

for epoch in range(40):
    outputs, crosses = model(enc_inputs, dec_inputs)
    loss = criterion(outputs, dec_outputs.view(-1))
    print('Epoch:', '%04d' % (epoch + 1), 'loss =', '{:.4f}'.format(loss))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

model.eval()
for i in range(len(enc_inputs)):
    greedy = greedy_decoder(model, enc_inputs[i].view(1, -1), start_symbol=tgt_vocab['S'])
    predict, _ = model(enc_inputs[i].view(1, -1), dec_inputs[i].view(1, -1))
    predict = predict.data.max(1, keepdim=True)[1]
    print(enc_inputs[i], '->', [idx2word[n.item()] for n in predict.squeeze()],
          [idx2word[n.item()] for n in greedy.squeeze()])
