"""nn.TransformerEncoder, and its attention asked for layer by layer."""
import torch
import torch.nn as nn


class Classifier(nn.Module):
    def __init__(self, vocab=12, d_model=8, nhead=2, num_layers=2, classes=3):
        super().__init__()
        self.embed = nn.Embedding(vocab, d_model)
        layer = nn.TransformerEncoderLayer(d_model, nhead, dim_feedforward=16, dropout=0.0,
                                           batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, num_layers)
        self.fc = nn.Linear(d_model, classes)

    def forward(self, src, src_key_padding_mask):
        x = self.encoder(self.embed(src), src_key_padding_mask=src_key_padding_mask)
        keep = (~src_key_padding_mask).float()
        share = keep / keep.sum(dim=1, keepdim=True)
        pooled = torch.einsum("bt,btd->bd", share, x)
        return self.fc(pooled)


torch.manual_seed(7)
model = Classifier()
src = torch.tensor([[4, 2, 7], [5, 1, 0]])
padding = src == 0
logits = model(src, padding)
print(logits.shape)

x = model.embed(src)
attentions = []
for layer in model.encoder.layers:
    _, weights = layer.self_attn(x, x, x, key_padding_mask=padding, average_attn_weights=False)
    attentions.append(weights)
    x = layer(x, src_key_padding_mask=padding)
attentions = torch.stack(attentions)
print(attentions.shape, [w[1, 0, 0, 2].item() for w in attentions])
