# Is a sentence good or bad? A recurrent network reads it both ways, attention says which words count.
import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
import torch.nn.functional as F

embedding_dim = 12
n_hidden = 10  # number of hidden units in one cell
num_classes = 2  # 0 or 1

# 3 words sentences (=sequence_length is 3)
sentences = ["i love you", "he loves me", "she likes baseball", "i hate you", "sorry for that", "this is awful"]
labels = [1, 1, 1, 0, 0, 0]  # 1 is good, 0 is not good.

word_list = " ".join(sentences).split()
word_list = sorted(set(word_list))
word_dict = {w: i for i, w in enumerate(word_list)}
vocab_size = len(word_dict)


class BiLSTM_Attention(nn.Module):
    def __init__(self, cell=nn.LSTM):
        super(BiLSTM_Attention, self).__init__()
        self.embedding = nn.Embedding(vocab_size, embedding_dim)
        self.rnn = cell(embedding_dim, n_hidden, bidirectional=True)
        self.out = nn.Linear(n_hidden * 2, num_classes)

    # rnn_output : [batch_size, n_step, n_hidden * num_directions(=2)], F matrix
    def attention_net(self, rnn_output, final_state):
        hidden = final_state.view(-1, n_hidden * 2, 1)
        attn_weights = torch.bmm(rnn_output, hidden).squeeze(2)  # [batch_size, n_step]
        soft_attn_weights = F.softmax(attn_weights, 1)
        # [batch_size, n_hidden * 2, n_step] * [batch_size, n_step, 1]
        context = torch.bmm(rnn_output.transpose(1, 2), soft_attn_weights.unsqueeze(2)).squeeze(2)
        return context, soft_attn_weights.data.numpy()

    def forward(self, X):
        input = self.embedding(X)  # [batch_size, len_seq, embedding_dim]
        input = input.permute(1, 0, 2)  # [len_seq, batch_size, embedding_dim]
        output, state = self.rnn(input)
        final_hidden_state = state[0] if isinstance(state, tuple) else state
        final_hidden_state = final_hidden_state.transpose(0, 1).contiguous()
        output = output.permute(1, 0, 2)  # [batch_size, len_seq, n_hidden * 2]
        attn_output, attention = self.attention_net(output, final_hidden_state)
        return self.out(attn_output), attention


class TextRNN(nn.Module):
    """The next word after two, with a plain nn.RNN and its first state given."""

    def __init__(self):
        super().__init__()
        self.rnn = nn.RNN(input_size=vocab_size, hidden_size=8, nonlinearity='tanh')
        self.W = nn.Linear(8, vocab_size, bias=False)
        self.b = nn.Parameter(torch.ones([vocab_size]))

    def forward(self, hidden, X):
        X = X.transpose(0, 1)  # X : [n_step, batch_size, n_class]
        outputs, hidden = self.rnn(X, hidden)
        return self.W(outputs[-1]) + self.b


if __name__ == '__main__':
    torch.manual_seed(0)
    inputs = torch.LongTensor([np.asarray([word_dict[n] for n in sen.split()]) for sen in sentences])
    targets = torch.LongTensor([out for out in labels])

    for cell in (nn.LSTM, nn.GRU, nn.RNN):
        model = BiLSTM_Attention(cell)
        criterion = nn.CrossEntropyLoss()
        optimizer = optim.Adam(model.parameters(), lr=0.01)
        for epoch in range(50):
            optimizer.zero_grad()
            output, attention = model(inputs)
            loss = criterion(output, targets)
            if epoch < 20 or (epoch + 1) % 10 == 0:
                print(cell.__name__, 'Epoch:', '%04d' % (epoch + 1), 'cost =', '{:.4f}'.format(loss))
            loss.backward()
            optimizer.step()

    test_text = 'sorry hate you'
    tests = [np.asarray([word_dict[n] for n in test_text.split()])]
    test_batch = torch.LongTensor(np.array(tests))
    predict, _ = model(test_batch)
    predict = predict.data.max(1, keepdim=True)[1]
    print(test_text, "is Bad Mean..." if predict[0][0] == 0 else "is Good Mean!!")
    print(attention.shape, np.round(attention.sum(1), 4))

    one_hot = np.eye(vocab_size, dtype=np.float32)
    input_batch = torch.from_numpy(np.stack([one_hot[[word_dict[w] for w in s.split()[:-1]]] for s in sentences]))
    target_batch = torch.tensor([word_dict[s.split()[-1]] for s in sentences])
    model = TextRNN()
    optimizer = optim.SGD(model.parameters(), lr=0.5, momentum=0.5, nesterov=True)
    for epoch in range(60):
        hidden = torch.zeros(1, len(sentences), 8)
        loss = F.nll_loss(F.log_softmax(model(hidden, input_batch), dim=1), target_batch)
        model.zero_grad()
        loss.backward()
        optimizer.step()
        if epoch < 20 or epoch % 20 == 19:
            print('RNN step', epoch, f'{loss:.4f}')
    predict = model(torch.zeros(1, len(sentences), 8), input_batch).data.max(1)[1]
    print([s.split()[:2] for s in sentences], '->', [word_list[n.item()] for n in predict])
