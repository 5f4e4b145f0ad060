import torch

import tinyvit
from tinyvit import ViT, make_pair

torch.manual_seed(0)
v = ViT(image_size=8, patch_size=(4, 2), num_classes=3, dim=16, depth=2, heads=2, mlp_dim=32)
preds = v(torch.randn(2, 3, 8, 8))
print(preds.shape, preds)
print(make_pair(3), tinyvit.Attention.__module__, tinyvit.vit.ViT is ViT, tinyvit.__name__)
loss = torch.nn.functional.cross_entropy(preds, torch.tensor([0, 2]))
loss.backward()
print(loss, v.cls_token.grad[0, 0, :4])
