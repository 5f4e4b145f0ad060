import torch, math
import torch.nn as nn
import torch.nn.functional as F
from torch import nn as again, tensor
from torch.nn import functional as G
from torch.nn.functional import (softmax,
    relu as r)
x = tensor([[1., -1.]])
print(F.softmax(x, dim=1), G.softmax(x, -1), softmax(x, dim=-1), torch.nn.functional.relu(x), r(x), nn.functional.relu(x))
