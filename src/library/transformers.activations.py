"""The functions between the two layers of a feed-forward part, by the names that config.json uses."""

import torch
from torch.nn import functional as F


def _gelu_new(input):
    return F.gelu(input, approximate='tanh')


def _quick_gelu(input):
    return input * torch.sigmoid(1.702 * input)


ACT2FN = {'gelu': F.gelu, 'gelu_new': _gelu_new, 'gelu_pytorch_tanh': _gelu_new, 'relu': F.relu,
          'quick_gelu': _quick_gelu,
          'silu': F.silu, 'swish': F.silu, 'tanh': torch.tanh}


def get_activation(activation_string):
    if activation_string not in ACT2FN:
        raise NotImplementedError(f"the activation '{activation_string}' is not there in qkv; "
                                  f"{', '.join(ACT2FN)} are")
    return ACT2FN[activation_string]
