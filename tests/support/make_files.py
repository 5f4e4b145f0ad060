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

grid = numpy.arange(6.0).reshape(2, 3)
numpy.save(in_folder('c.npy'), grid.astype('f4'))
numpy.save(in_folder('fortran.npy'), numpy.asfortranarray(grid))
numpy.save(in_folder('number.npy'), numpy.array(2.5))
numpy.save(in_folder('none.npy'), numpy.zeros((0, 3), dtype='i4'))
numpy.save(in_folder('objects.npy'), numpy.array([None, 'x'], dtype=object))
numpy.save(in_folder('half.npy'), grid.astype('f2'))
numpy.save(in_folder('big.npy'), grid.astype('>f4'))
numpy.save(in_folder('pair.npy'), numpy.zeros(2, dtype=[('a', 'f4'), ('b', 'i4')]))
with open(in_folder('two.npy'), 'wb') as file:
    numpy.lib.format.write_array(file, grid.astype('i2'), version=(2, 0))
with open(in_folder('three.npy'), 'wb') as file:
    numpy.lib.format.write_array(file, grid > 2, version=(3, 0))
arrays = {'layer5.attn': grid, 'tokens': numpy.array([5, 7, 9]), 'small': numpy.array([1], dtype='i1')}
numpy.savez(in_folder('stored.npz'), **arrays)
numpy.savez_compressed(in_folder('packed.npz'), **arrays)
