# Characters one after another with an LSTM: truncated backpropagation, hidden state carried on.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1)

data = ("the cat sat on the mat and the dog sat by the door. "
        "the dog saw the cat and the cat saw the dog. ") * 3
chars = sorted(set(data))
data_size, vocab_size = len(data), len(chars)
print("----------------------------------------")
print("Data has {} characters, {} unique".format(data_size, vocab_size))
print("----------------------------------------")
char_to_ix = {ch: i for i, ch in enumerate(chars)}
ix_to_char = dict(enumerate(chars))

hidden_size = 32
seq_len = 20
num_layers = 2
lr = 0.01
epochs = 8


class RNN(nn.Module):
    def __init__(self, input_size, output_size, hidden_size, num_layers):
        super(RNN, self).__init__()
        self.embedding = nn.Embedding(input_size, input_size)
        self.rnn = nn.LSTM(input_size=input_size, hidden_size=hidden_size, num_layers=num_layers)
        self.decoder = nn.Linear(hidden_size, output_size)

    def forward(self, input_seq, hidden_state):
        embedding = self.embedding(input_seq)
        output, hidden_state = self.rnn(embedding, hidden_state)
        output = self.decoder(output)
        return output, (hidden_state[0].detach(), hidden_state[1].detach())


rnn = RNN(vocab_size, vocab_size, hidden_size, num_layers)
loss_fn = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(rnn.parameters(), lr=lr)

ids = torch.tensor([char_to_ix[ch] for ch in data]).unsqueeze(1)
step = 0
for i_epoch in range(1, epochs + 1):
    data_ptr = 0
    n = 0
    running_loss = 0
    hidden_state = None
    while True:
        input_seq = ids[data_ptr:data_ptr + seq_len]
        target_seq = ids[data_ptr + 1:data_ptr + seq_len + 1]

        output, hidden_state = rnn(input_seq, hidden_state)
        loss = loss_fn(torch.squeeze(output), torch.squeeze(target_seq))
        running_loss += loss.item()

        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(rnn.parameters(), 5)
        optimizer.step()

        if step < 20:
            print("step {0} \t Loss: {1:.4f}".format(step, loss.item()))
        step += 1
        data_ptr += seq_len
        n += 1
        if data_ptr + seq_len + 1 > data_size:
            break
    print("Epoch: {0} \t Loss: {1:.3f}".format(i_epoch, running_loss / n))


def sample(start, length):
    hidden_state = None
    text = start
    input_seq = torch.tensor([[char_to_ix[ch]] for ch in start])
    with torch.no_grad():
        for _ in range(length):
            output, hidden_state = rnn(input_seq, hidden_state)
            output = F.softmax(output[-1].squeeze(), dim=0)
            index = torch.topk(output, 1).indices
            text += ix_to_char[index.item()]
            input_seq = index.view(1, 1)
    return text


print(sample("the ", 16))

# The same cell by hand, compared with nn.LSTM: forward and backward
lstm = nn.LSTM(3, 4)
x = torch.randn(5, 1, 3)
y, (h, c) = lstm(x)
(y ** 2).sum().backward()
grads = [p.grad.clone() for p in lstm.parameters()]
lstm.zero_grad()

w_ih, w_hh, b_ih, b_hh = lstm.parameters()
h = c = torch.zeros(1, 4)
outputs = []
for x_t in x:
    gates = x_t @ w_ih.t() + b_ih + h @ w_hh.t() + b_hh
    i, f, g, o = gates.chunk(4, 1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    h = torch.sigmoid(o) * torch.tanh(c)
    outputs.append(h)
mine = torch.stack(outputs)
print(torch.allclose(mine, y, atol=1e-6))
(mine ** 2).sum().backward()
print([torch.allclose(p.grad, g, atol=1e-5) for p, g in zip(lstm.parameters(), grads)])
