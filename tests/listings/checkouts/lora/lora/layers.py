import math

import torch
import torch.nn.functional as F
from torch import nn

__all__ = ["LoRALinear"]


class LoRALinear(nn.Linear):
    def __init__(self, d_in, d_out, r=2, alpha=4, generator=None):
        super().__init__(d_in, d_out)
        self.lora_A, self.lora_B = nn.Parameter(torch.empty(r, d_in)), nn.Parameter(torch.zeros(d_out, r))
        nn.init.kaiming_uniform_(self.lora_A, a=math.sqrt(5), generator=generator)
        self.scaling, self.merged = alpha / r, False

    def forward(self, x):
        out = F.linear(x, self.weight, self.bias)
        return out if self.merged else out + x @ self.lora_A.T @ self.lora_B.T * self.scaling
