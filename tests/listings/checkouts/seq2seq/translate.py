import torch
from seq2seq import Decoder, Encoder

torch.manual_seed(0)
enc, dec = Encoder(9, 6), Decoder(8, 6)
src, tgt = torch.randint(9, (2, 5)), torch.randint(8, (2, 4))
memory, last = enc(src)
logits, weights = dec(tgt, memory, last[0])
print(logits.shape, weights[0], torch.nn.functional.cross_entropy(logits[:, :-1].flatten(0, 1), tgt[:, 1:].flatten()))
