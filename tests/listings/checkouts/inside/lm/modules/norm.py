from torch import nn
Norm = nn.LayerNorm
