import torch
from models.single_head import Head
from utils import masks
import models.base as base

torch.manual_seed(0)
head = Head(4, 3)
out, weights = head(torch.randn(3, 4))
print(out, weights, head.count(), isinstance(head, base.Base), masks.causal(2), base.__name__)
