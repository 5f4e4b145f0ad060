# Sequence to sequence with attention: a GRU reads, another writes and looks back at every word.
import torch
import torch.nn as nn
import torch.optim as optim
import torch.nn.functional as F

# S: start of the decoder's input, E: end of its output, P: padding of short sentences
sentences = [
    # encoder input        decoder input         target
    ['ich mag rote äpfel P', 'S i like red apples', 'i like red apples E'],
    ['du magst gelbe birnen P', 'S you like yellow pears', 'you like yellow pears E'],
    ['wir essen heute grüne trauben', 'S today we eat grapes', 'today we eat grapes E'],
    ['er isst keine äpfel P', 'S he eats no apples', 'he eats no apples E'],
]

source_words = sorted(set(' '.join(s[0] for s in sentences).split()))
target_words = sorted(set(' '.join(s[1] + ' ' + s[2] for s in sentences).split()))
source_dict = {w: i for i, w in enumerate(source_words)}
target_dict = {w: i for i, w in enumerate(target_words)}
number_dict = {i: w for w, i in target_dict.items()}

n_class = len(target_dict)
n_hidden = 24
n_embed = 16


def make_batch():
    inputs = [[source_dict[w] for w in s[0].split()] for s in sentences]
    outputs = [[target_dict[w] for w in s[1].split()] for s in sentences]
    targets = [[target_dict[w] for w in s[2].split()] for s in sentences]
    return torch.LongTensor(inputs), torch.LongTensor(outputs), torch.LongTensor(targets)


class Encoder(nn.Module):
    def __init__(self):
        super(Encoder, self).__init__()
        self.embedding = nn.Embedding(len(source_dict), n_embed)
        self.rnn = nn.GRU(n_embed, n_hidden, batch_first=True)

    def forward(self, x):
        return self.rnn(self.embedding(x))


class Attention(nn.Module):
    """Scores of the last state against every state of the encoder."""

    def __init__(self):
        super(Attention, self).__init__()
        self.W = nn.Linear(n_hidden, n_hidden, bias=False)

    def forward(self, hidden, enc_outputs):
        # hidden: [1, batch, n_hidden], enc_outputs: [batch, steps, n_hidden]
        query = self.W(hidden[-1]).unsqueeze(2)
        scores = torch.bmm(enc_outputs, query).squeeze(2)
        weights = F.softmax(scores, dim=-1)
        context = torch.bmm(weights.unsqueeze(1), enc_outputs)
        return context, weights


class Decoder(nn.Module):
    def __init__(self):
        super(Decoder, self).__init__()
        self.embedding = nn.Embedding(n_class, n_embed)
        self.attention = Attention()
        self.rnn = nn.GRU(n_embed + n_hidden, n_hidden, batch_first=True)
        self.out = nn.Linear(2 * n_hidden, n_class)

    def forward(self, words, hidden, enc_outputs):
        embedded = self.embedding(words).unsqueeze(1)
        context, weights = self.attention(hidden, enc_outputs)
        output, hidden = self.rnn(torch.cat((embedded, context), dim=2), hidden)
        return self.out(torch.cat((output, context), dim=2).squeeze(1)), hidden, weights


class Seq2Seq(nn.Module):
    def __init__(self):
        super(Seq2Seq, self).__init__()
        self.encoder = Encoder()
        self.decoder = Decoder()

    def forward(self, enc_inputs, dec_inputs):
        enc_outputs, hidden = self.encoder(enc_inputs)
        logits = []
        for t in range(dec_inputs.size(1)):
            step, hidden, _ = self.decoder(dec_inputs[:, t], hidden, enc_outputs)
            logits.append(step)
        return torch.stack(logits, dim=1)


def translate(model, sentence, max_len=6):
    ids = torch.LongTensor([[source_dict[w] for w in sentence.split()]])
    words, attention = [], []
    with torch.no_grad():
        enc_outputs, hidden = model.encoder(ids)
        word = torch.tensor([target_dict['S']])
        for _ in range(max_len):
            logits, hidden, weights = model.decoder(word, hidden, enc_outputs)
            word = logits.argmax(-1)
            attention.append(weights[0])
            if number_dict[word.item()] == 'E':
                break
            words.append(number_dict[word.item()])
    return words, torch.stack(attention)


if __name__ == '__main__':
    torch.manual_seed(0)
    model = Seq2Seq()
    criterion = nn.CrossEntropyLoss()
    optimizer = optim.Adam(model.parameters(), lr=0.005)
    enc_inputs, dec_inputs, targets = make_batch()

    for epoch in range(200):
        optimizer.zero_grad()
        output = model(enc_inputs, dec_inputs)
        loss = criterion(output.view(-1, n_class), targets.view(-1))
        if epoch < 20 or (epoch + 1) % 40 == 0:
            print('Epoch:', '%04d' % (epoch + 1), 'cost =', '{:.4f}'.format(loss))
        loss.backward()
        optimizer.step()

    model.eval()
    for source, _, _ in sentences:
        words, attention = translate(model, source)
        print(source, '->', ' '.join(words))
    print('attention', tuple(attention.shape), 'rows sum to %.4f' % attention.sum(-1).mean())
