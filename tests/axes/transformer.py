"""nn.Transformer with the sequence first, three sentences, as in the translation tutorial."""
import torch
import torch.nn as nn

torch.manual_seed(8)
model = nn.Transformer(d_model=8, nhead=4, num_encoder_layers=1, num_decoder_layers=2,
                       dim_feedforward=16, dropout=0.0)
source_embedding, target_embedding = nn.Embedding(20, 8), nn.Embedding(20, 8)
source = torch.randint(0, 20, (5, 3))
target = torch.randint(0, 20, (4, 3))
src = source_embedding(source)
tgt = target_embedding(target)
tgt_mask = nn.Transformer.generate_square_subsequent_mask(4)
out = model(src, tgt, tgt_mask=tgt_mask)
print(out.shape)

generator = nn.Linear(8, 20)
logits = generator(out)
probabilities = logits.softmax(-1)
print(logits.shape)
