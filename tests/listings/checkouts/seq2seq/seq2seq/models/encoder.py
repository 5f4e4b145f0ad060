from torch import nn


class Encoder(nn.Module):
    def __init__(self, vocab, d):
        super().__init__()
        self.embed, self.rnn = nn.Embedding(vocab, d), nn.GRU(d, d, batch_first=True)

    def forward(self, x):
        return self.rnn(self.embed(x))
