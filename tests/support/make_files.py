"""Writes the files of tests/commands/files/weights that PyTorch and NumPy make; needs both.

    python3 tests/support/make_files.py
"""
import os

import numpy
import torch
from safetensors.torch import save_file

FOLDER = os.path.join(os.path.dirname(__file__), '..', 'commands', 'files', 'weights')
DTYPES = [torch.float32, torch.float64, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8,
          torch.bool]


def in_folder(name):
    return os.path.join(FOLDER, name)


os.makedirs(FOLDER, exist_ok=True)
torch.manual_seed(0)
linear = torch.nn.Linear(3, 2)
save_file(linear.state_dict(), in_folder('linear.safetensors'), {'format': 'pt'})
cells = torch.tensor([[1, 0], [2, 100]])
save_file({f'a.{str(dtype)[6:]}': cells.to(dtype) for dtype in DTYPES}
          | {'empty': torch.zeros(0, 3), 'number': torch.tensor(2.5)}, in_folder('dtypes.safetensors'))
save_file({'w': torch.ones(2, dtype=torch.float16)}, in_folder('half.safetensors'))
