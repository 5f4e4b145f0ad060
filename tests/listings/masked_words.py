# A small BERT: which words are hidden, and does the second sentence follow the first?
import math
import random
import re
from random import randint, randrange, shuffle

import torch
import torch.nn as nn
import torch.optim as optim

maxlen = 24
batch_size = 6
max_pred = 4  # max tokens of prediction
n_layers = 2
n_heads = 4
d_model = 32
d_ff = d_model * 4
d_k = d_v = 8
n_segments = 2

text = (
    'Good morning, is the bakery open today?\n'
    'Yes, we are open until six in the evening.\n'
    'Do you still have the dark bread with nuts?\n'
    'We have two left, shall I keep one for you?\n'
    'Please keep both, I will come after work.\n'
    'Very well, they will wait for you here.\n'
    'Thank you, see you later.'
)
sentences = re.sub("[.,!?\\-]", '', text.lower()).split('\n')
word_list = list(dict.fromkeys(" ".join(sentences).split()))
word_dict = {'[PAD]': 0, '[CLS]': 1, '[SEP]': 2, '[MASK]': 3}
for i, w in enumerate(word_list):
    word_dict[w] = i + 4
number_dict = {i: w for i, w in enumerate(word_dict)}
vocab_size = len(word_dict)
token_list = [[word_dict[s] for s in sentence.split()] for sentence in sentences]


def make_batch():
    batch = []
    positive = negative = 0
    while positive != batch_size // 2 or negative != batch_size // 2:
        a, b = randrange(len(sentences)), randrange(len(sentences))
        tokens_a, tokens_b = token_list[a], token_list[b]
        input_ids = [word_dict['[CLS]']] + tokens_a + [word_dict['[SEP]']] + tokens_b + [word_dict['[SEP]']]
        segment_ids = [0] * (1 + len(tokens_a) + 1) + [1] * (len(tokens_b) + 1)

        # mask about 15 % of the tokens
        n_pred = min(max_pred, max(1, int(round(len(input_ids) * 0.15))))
        candidates = [i for i, token in enumerate(input_ids)
                      if token not in (word_dict['[CLS]'], word_dict['[SEP]'])]
        shuffle(candidates)
        masked_tokens, masked_pos = [], []
        for pos in candidates[:n_pred]:
            masked_pos.append(pos)
            masked_tokens.append(input_ids[pos])
            if random.random() < 0.8:  # 80%
                input_ids[pos] = word_dict['[MASK]']
            elif random.random() < 0.5:  # 10%
                input_ids[pos] = word_dict[number_dict[randint(4, vocab_size - 1)]]

        # zero padding
        n_pad = maxlen - len(input_ids)
        input_ids.extend([0] * n_pad)
        segment_ids.extend([0] * n_pad)
        if max_pred > n_pred:
            masked_tokens.extend([0] * (max_pred - n_pred))
            masked_pos.extend([0] * (max_pred - n_pred))

        if a + 1 == b and positive < batch_size / 2:
            batch.append([input_ids, segment_ids, masked_tokens, masked_pos, True])
            positive += 1
        elif a + 1 != b and negative < batch_size / 2:
            batch.append([input_ids, segment_ids, masked_tokens, masked_pos, False])
            negative += 1
    return batch


def get_attn_pad_mask(seq_q, seq_k):
    batch, len_q = seq_q.size()
    batch, len_k = seq_k.size()
    return seq_k.data.eq(0).unsqueeze(1).expand(batch, len_q, len_k)


def gelu(x):
    return x * 0.5 * (1.0 + torch.erf(x / math.sqrt(2.0)))


class Embedding(nn.Module):
    def __init__(self):
        super(Embedding, self).__init__()
        self.tok_embed = nn.Embedding(vocab_size, d_model)
        self.pos_embed = nn.Embedding(maxlen, d_model)
        self.seg_embed = nn.Embedding(n_segments, d_model)
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x, seg):
        pos = torch.arange(x.size(1), dtype=torch.long)
        pos = pos.unsqueeze(0).expand_as(x)
        return self.norm(self.tok_embed(x) + self.pos_embed(pos) + self.seg_embed(seg))


class EncoderLayer(nn.Module):
    def __init__(self):
        super(EncoderLayer, self).__init__()
        self.W_Q = nn.Linear(d_model, d_k * n_heads)
        self.W_K = nn.Linear(d_model, d_k * n_heads)
        self.W_V = nn.Linear(d_model, d_v * n_heads)
        self.linear = nn.Linear(n_heads * d_v, d_model)
        self.norm1 = nn.LayerNorm(d_model)
        self.fc1 = nn.Linear(d_model, d_ff)
        self.fc2 = nn.Linear(d_ff, d_model)
        self.norm2 = nn.LayerNorm(d_model)

    def forward(self, x, attn_mask):
        batch = x.size(0)
        q_s = self.W_Q(x).view(batch, -1, n_heads, d_k).transpose(1, 2)
        k_s = self.W_K(x).view(batch, -1, n_heads, d_k).transpose(1, 2)
        v_s = self.W_V(x).view(batch, -1, n_heads, d_v).transpose(1, 2)
        attn_mask = attn_mask.unsqueeze(1).repeat(1, n_heads, 1, 1)
        scores = torch.matmul(q_s, k_s.transpose(-1, -2)) / math.sqrt(d_k)
        scores = scores.masked_fill(attn_mask, -1e9)
        attn = nn.Softmax(dim=-1)(scores)
        context = torch.matmul(attn, v_s).transpose(1, 2).contiguous().view(batch, -1, n_heads * d_v)
        x = self.norm1(x + self.linear(context))
        return self.norm2(x + self.fc2(gelu(self.fc1(x)))), attn


class BERT(nn.Module):
    def __init__(self):
        super(BERT, self).__init__()
        self.embedding = Embedding()
        self.layers = nn.ModuleList([EncoderLayer() for _ in range(n_layers)])
        self.fc = nn.Linear(d_model, d_model)
        self.activ1 = nn.Tanh()
        self.linear = nn.Linear(d_model, d_model)
        self.norm = nn.LayerNorm(d_model)
        self.classifier = nn.Linear(d_model, 2)
        # decoder is shared with embedding layer
        embed_weight = self.embedding.tok_embed.weight
        n_vocab, n_dim = embed_weight.size()
        self.decoder = nn.Linear(n_dim, n_vocab, bias=False)
        self.decoder.weight = embed_weight
        self.decoder_bias = nn.Parameter(torch.zeros(n_vocab))

    def forward(self, input_ids, segment_ids, masked_pos):
        output = self.embedding(input_ids, segment_ids)
        mask = get_attn_pad_mask(input_ids, input_ids)
        for layer in self.layers:
            output, attn = layer(output, mask)
        h_pooled = self.activ1(self.fc(output[:, 0]))
        logits_clsf = self.classifier(h_pooled)

        masked_pos = masked_pos[:, :, None].expand(-1, -1, output.size(-1))
        h_masked = torch.gather(output, 1, masked_pos)
        h_masked = self.norm(gelu(self.linear(h_masked)))
        logits_lm = self.decoder(h_masked) + self.decoder_bias
        return logits_lm, logits_clsf


random.seed(12)
torch.manual_seed(12)
model = BERT()
criterion = nn.CrossEntropyLoss(ignore_index=0)
criterion_clsf = nn.CrossEntropyLoss()
optimizer = optim.Adam(model.parameters(), lr=0.001)

batch = make_batch()
input_ids, segment_ids, masked_tokens, masked_pos, is_next = map(torch.LongTensor, zip(*batch))

for epoch in range(60):
    optimizer.zero_grad()
    logits_lm, logits_clsf = model(input_ids, segment_ids, masked_pos)
    loss_lm = criterion(logits_lm.transpose(1, 2), masked_tokens)  # for masked LM
    loss_lm = (loss_lm.float()).mean()
    loss_clsf = criterion_clsf(logits_clsf, is_next)  # for sentence classification
    loss = loss_lm + loss_clsf
    if epoch < 20 or (epoch + 1) % 10 == 0:
        print('Epoch:', '%04d' % (epoch + 1), 'cost =', '{:.4f}'.format(loss))
    loss.backward()
    optimizer.step()

# Predict mask tokens and isNext
ids, segments, tokens, pos, following = batch[0]
print([number_dict[w] for w in ids if number_dict[w] != '[PAD]'])
logits_lm, logits_clsf = model(torch.LongTensor([ids]), torch.LongTensor([segments]), torch.LongTensor([pos]))
logits_lm = logits_lm.data.max(2)[1][0].data.numpy()
print('masked tokens list : ', [number_dict[t] for t in tokens if t != 0])
print('predict masked tokens list : ', [number_dict[p] for p, t in zip(logits_lm.tolist(), tokens) if t != 0])
logits_clsf = logits_clsf.data.max(1)[1].data.numpy()[0]
print('isNext : ', True if following else False)
print('predict isNext : ', True if logits_clsf else False)
