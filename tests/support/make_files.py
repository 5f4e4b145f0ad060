"""Writes the files of tests/commands/files/weights that PyTorch and NumPy make; needs both.

    python3 tests/support/make_files.py
"""
import csv
import os
import zipfile

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
save_file({'w': linear.weight.half(), 'b': linear.bias.bfloat16()}, in_folder('half.safetensors'))

grid = numpy.arange(6.0).reshape(2, 3)
numpy.save(in_folder('c.npy'), grid.astype('f4'))
numpy.save(in_folder('fortran.npy'), numpy.asfortranarray(grid))
numpy.save(in_folder('number.npy'), numpy.array(2.5))
numpy.save(in_folder('none.npy'), numpy.zeros((0, 3), dtype='i4'))
numpy.save(in_folder('objects.npy'), numpy.array([None, 'x'], dtype=object))
numpy.save(in_folder('half.npy'), grid.astype('f2'))
numpy.save(in_folder('big.npy'), grid.astype('>f4'))
numpy.save(in_folder('words.npy'), numpy.array(['the']))
numpy.save(in_folder('pair.npy'), numpy.zeros(2, dtype=[('a', 'f4'), ('b', 'i4')]))
with open(in_folder('two.npy'), 'wb') as file:
    numpy.lib.format.write_array(file, grid.astype('i2'), version=(2, 0))
with open(in_folder('three.npy'), 'wb') as file:
    numpy.lib.format.write_array(file, grid > 2, version=(3, 0))
arrays = {'layer5.attn': grid, 'tokens': numpy.array([5, 7, 9]), 'small': numpy.array([1], dtype='i1')}
numpy.savez(in_folder('stored.npz'), **arrays)
numpy.savez_compressed(in_folder('packed.npz'), **arrays)
limits = zipfile.ZIP64_LIMIT, zipfile.ZIP_FILECOUNT_LIMIT
zipfile.ZIP64_LIMIT = zipfile.ZIP_FILECOUNT_LIMIT = 0  # everything counts as too large for 32 bits
with zipfile.ZipFile(in_folder('large.npz'), 'w') as file:
    for name in ('c.npy', 'number.npy'):
        file.writestr(zipfile.ZipInfo(name), open(in_folder(name), 'rb').read())
zipfile.ZIP64_LIMIT, zipfile.ZIP_FILECOUNT_LIMIT = limits

tokens = 'the cat sat on the mat because it'.split()
scores = numpy.random.default_rng(0).normal(size=(2, 12, 8, 8)).astype('f4') * 1.5
weights = numpy.exp(scores) / numpy.exp(scores).sum(-1, keepdims=True)
numpy.savez(in_folder('attn.npz'), layer4=weights[0], layer5=weights[1], tokens=numpy.array(tokens),
            mask=numpy.tril(numpy.ones((8, 8), bool)))
numpy.save(in_folder('attn.npy'), weights[1])
numpy.savez(in_folder('batch.npz'), attn=numpy.full((2, 1, 3, 3), 1 / 3, 'f4'), deep=numpy.array([[['x']]]),
            tokens=numpy.array([['the', 'cat', '[PAD]'], ['we', 'walk', 'on']]))

# In the order of the file, else layer2 before layer10; safetensors sorts by name where it is not kept
# from it.
layers = {f'layer{i}': numpy.eye(2, dtype='f4') * 0.8 + 0.1 for i in range(12)}
numpy.savez(in_folder('layers.npz'), **layers)
numpy.savez(in_folder('backwards.npz'), **dict(reversed(layers.items())))
numpy.savez(in_folder('unnamed.npz'), *layers.values())
tensors = {name: torch.tensor(layer) for name, layer in layers.items()}
torch.save(tensors, in_folder('layers.pt'))
torch.save(tuple(tensors.values()), in_folder('layers_tuple.pt'))
save_file(tensors, in_folder('layers.safetensors'))
numpy.savetxt(in_folder('attn.csv'), weights[1, 7], delimiter=',')
with open(in_folder('tokens.txt'), 'w') as file:
    file.write('\n'.join(tokens) + '\n')
with open(in_folder('named.csv'), 'w', newline='') as file:
    writer = csv.writer(file)
    writer.writerow([''] + ['the', ',', '"on"'])
    for name, row in zip(['the', ',', '"on"'], [[.5, .25, .25], [0, 1, 0], [.125, .375, .5]]):
        writer.writerow([name] + row)

torch.save(linear.state_dict(), in_folder('linear.pt'))
weight = linear.weight.detach()
torch.save({'model': linear.state_dict(), 'step': 3, 'rate': 1e-3, 'least': -0.0, 'list': ['a', None],
            'pair': (1, True), 'tied': weight.T, 'row': weight[1], 'parameter': linear.bias,
            'large': 2 ** 40, 'less': -5, 'size': weight.shape, 'none': torch.zeros(0, 2),
            'whole': torch.tensor([1, 2])}, in_folder('checkpoint.pt'))
torch.save({'w': weight.half(), 'b': linear.bias.detach().bfloat16()}, in_folder('half.pt'))
with zipfile.ZipFile(in_folder('linear.pt')) as file, \
        zipfile.ZipFile(in_folder('big.pt'), 'w') as turned:  # as a machine of the other kind has it
    for name in file.namelist():
        content = file.read(name)
        if '/data/' in name:
            content = numpy.frombuffer(content, '<f4').astype('>f4').tobytes()
        if name.endswith('/byteorder'):
            content = b'big'
        turned.writestr(zipfile.ZipInfo(name), content)
torch.manual_seed(0)
shares = lambda *shape: torch.softmax(torch.randn(*shape), -1)
torch.save({'tokens': ['the', 'cat', 'sat'], 'data': [['x', 'y']], 'weights': shares(3, 3), 'row': shares(3)},
           in_folder('tokens.pt'))
# As generate(output_attentions=True) gives them: steps of layers, of which the first has all queries.
torch.save(tuple(tuple(shares(1, 2, 1, 3) for _ in range(2)) for _ in range(3)), in_folder('generate_cross.pt'))
torch.save({'attentions': tuple(tuple(shares(1, 2, 1 if step else 2, 2 + step) for _ in range(2)) for step in range(3))},
           in_folder('generate_self.pt'))

torch.save(linear, in_folder('module.pt'))
torch.save(linear.state_dict(), in_folder('old.pt'), _use_new_zipfile_serialization=False)


class Calls:
    def __reduce__(self):
        return os.system, ('touch called',)


torch.save({'w': weight, 'calls': Calls()}, in_folder('calls.pt'))


def tensor(key=b'0', count=2, offset=0, size=2, stride=1):
    """The pickle of a tensor of one dimension."""
    return (b'ctorch._utils\n_rebuild_tensor_v2\n((X\7\0\0\0storagectorch\nFloatStorage\nX\1\0\0\0' + key +
            b'X\3\0\0\0cpuK' + bytes([count]) + b'tQK' + bytes([offset]) + b'K' + bytes([size]) +
            b'\x85K' + bytes([stride]) + b'\x85\x89ccollections\nOrderedDict\n)RtR')


LIES = {
    'fine': tensor() + b'.', 'count': tensor(count=3) + b'.', 'outside': tensor(offset=1) + b'.',
    'stride': tensor(stride=2) + b'.', 'missing': tensor(key=b'9') + b'.',
    'itself': b']q\0h\0a.', 'empty': b'', 'nothing': b'.', 'cut': tensor()[:50], 'opcode': b'\xff',
    'eval': b'c__builtin__\neval\n(X\1\0\0\0' b'1tR.', 'load': b'ctorch\nload\n)R.',
    'memo': b'h\7.', 'mark': b'K\1t.', 'called': b'K\1)R.', 'name': b'ctorch\nFloatStorage\n.',
    'key': b'}]K\1s.', 'odd': b'}(K\1u.', 'list': b'K\1K\2a.', 'text': b'X\xff\xff\xff\x7fa.',
    'bytes': b'X\1\0\0\0\xff.', 'long': b'\x8a\x09\0\0\0\0\0\0\0\0\1.', 'state': b'K\1}b.',
    'arguments': b'ctorch._utils\n_rebuild_tensor_v2\n)R.', 'protocol': b'\x80\x09N.',
    'deep': b'(' * 3000 + b't' * 3000 + b'.',
}
for name, codes in LIES.items():
    with zipfile.ZipFile(in_folder(f'lie.{name}.pt'), 'w', zipfile.ZIP_DEFLATED) as file:
        for member, content in (('data.pkl', codes), ('data/0', b'\0\0\x80?\0\0\0@')):
            file.writestr(zipfile.ZipInfo(f'lie/{member}'), content,
                          zipfile.ZIP_DEFLATED if len(content) > 99 else zipfile.ZIP_STORED)
