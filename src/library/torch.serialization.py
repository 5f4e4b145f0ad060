"""torch.load: what torch.save wrote, a ZIP archive of storages and of a pickle that says what they are.

The pickle is read by a machine for a closed list of opcodes and names. It runs no code: a name of
another module is a mark, and only those that make tensors mean anything.
"""

import _files
import _saved
import copy
import sys
import torch as _torch
from collections import OrderedDict
from io import BytesIO, _named
from pickle import UnpicklingError

_STORAGES = {'FloatStorage': _torch.float32, 'DoubleStorage': _torch.float64,
             'LongStorage': _torch.int64, 'IntStorage': _torch.int32, 'ShortStorage': _torch.int16,
             'CharStorage': _torch.int8, 'ByteStorage': _torch.uint8, 'BoolStorage': _torch.bool,
             'HalfStorage': _torch.float16, 'BFloat16Storage': _torch.bfloat16}
_CALLED = ('collections.OrderedDict', 'torch._utils._rebuild_tensor_v2',
           'torch._utils._rebuild_parameter', 'torch.Size')


class _Name:
    def __init__(self, name):
        self.name = name


class _Stored:
    """A tensor that is read when it is known what it is called."""

    def __init__(self, storage, offset, size, stride, requires_grad):
        self.storage, self.offset, self.size, self.stride = storage, offset, size, stride
        self.requires_grad, self.is_parameter, self.tensor = requires_grad, False, None


class _Names:
    """What the machine that reads the pickle asks for: names, and calls of them."""

    def __init__(self, file):
        self.file = file

    def wrong(self, what):
        raise UnpicklingError(f'{self.file} {what}; qkv reads tensors from such files, nothing else')

    def find(self, module, name):
        name = f'{module}.{name}'
        if name in _CALLED or (module == 'torch' and name[6:] in _STORAGES):
            return _Name(name)
        self.wrong(f'wants to call {name}')

    def call(self, function, given):
        name = function.name if isinstance(function, _Name) else None
        if not isinstance(given, tuple) or name not in _CALLED:
            self.wrong('calls what cannot be called')
        if name == 'collections.OrderedDict' and not given:
            return OrderedDict()
        if name == 'torch.Size' and len(given) == 1 and isinstance(given[0], (tuple, list)):
            return _torch.Size(given[0])
        if name == 'torch._utils._rebuild_tensor_v2' and len(given) in (6, 7) and \
                isinstance(given[0], tuple) and len(given[0]) == 5 and given[0][0] == 'storage':
            return _Stored(given[0], given[1], given[2], given[3], given[4])
        if name == 'torch._utils._rebuild_parameter' and len(given) == 3 and \
                isinstance(given[0], _Stored):
            stored = given[0]
            parameter = _Stored(stored.storage, stored.offset, stored.size, stored.stride,
                                given[1])
            parameter.is_parameter = True
            return parameter
        self.wrong(f'calls {name} with other arguments than torch.save writes')


class _Reader:
    def __init__(self, file, folder, highest_first, members):
        self.file, self.folder, self.highest_first = file, folder, highest_first
        self.read, self.done, self.members = {}, {}, members

    def tensor(self, stored, name):
        if stored.tensor is not None:
            return stored.tensor
        _, kind, key, _, count = stored.storage
        kind = kind.name[6:] if isinstance(kind, _Name) else None
        if kind not in _STORAGES or not isinstance(key, str) or not isinstance(count, int) or count < 0:
            raise UnpicklingError(f'{self.file} has a storage that is none')
        member = f'{self.folder}/data/{key}'
        made = _files.stored(self.file, member, name, _STORAGES[kind], count,
                             (stored.offset, stored.size, stored.stride),
                             self.read.get((kind, key)), self.highest_first, self.members.get(member))
        self.read.setdefault((kind, key), made)
        if stored.is_parameter:
            made = _torch.nn.Parameter(made, requires_grad=bool(stored.requires_grad))
        elif stored.requires_grad:
            made.requires_grad_(True)
        stored.tensor = made
        return made

    def value(self, value, name):
        if isinstance(value, _Stored):
            return self.tensor(value, name)
        if isinstance(value, _Name):
            raise UnpicklingError(f'{self.file} has {value.name} as a value; qkv reads tensors')
        if isinstance(value, (dict, list)) or type(value) is tuple:
            return self.container(value, f'{name}.' if name else '')
        return value

    def container(self, value, inner):
        """One that stands in several places is gone through once."""
        if id(value) not in self.done:
            items = list(value) if isinstance(value, tuple) else value
            for key, item in _files.inner(value):
                items[key] = self.value(item, f'{inner}{key}')
            self.done[id(value)] = value, tuple(items) if isinstance(value, tuple) else value
        return self.done[id(value)][1]


_PLAIN = (str, int, float, bool, type(None), bytes, _torch.Size, _torch.dtype)


def _plain(value):
    """What torch.save would write of it: containers, numbers, texts and tensors without a history."""
    if isinstance(value, _torch.Tensor):
        return value if value.is_leaf else value.detach().requires_grad_()
    if isinstance(value, dict):
        made = OrderedDict() if isinstance(value, OrderedDict) else {}
        for key in value:
            made[_plain(key)] = _plain(value[key])
        return made
    if isinstance(value, (list, set)) or type(value) is tuple:
        return type(value)(_plain(item) for item in value)
    if isinstance(value, _PLAIN):
        return value
    raise NotImplementedError(f'torch.save of {type(value).__name__} is not there in qkv; of tensors, '
                              'numbers, texts and containers of these it is, as state_dict() gives them')


class _Again(_Reader):
    """What was saved in this run, as if it came from a file."""

    def __init__(self):
        self.done = {}

    def tensor(self, stored, name):
        view = stored.storage_offset(), tuple(stored.shape), tuple(stored.stride())
        made = _files.stored('', '', name, stored.dtype, 0, view, stored)
        if isinstance(stored, _torch.nn.Parameter):
            return _torch.nn.Parameter(made, requires_grad=stored.requires_grad)
        return made.requires_grad_() if stored.requires_grad else made

    def value(self, value, name):
        if isinstance(value, _torch.Tensor):
            return self.tensor(value, name)
        return super().value(value, name)


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True,
         _disable_byteorder_record=False):
    """Nothing is written: what was saved can be loaded again as long as the program runs."""
    kept = copy.deepcopy(_plain(obj))
    if isinstance(f, BytesIO):
        f.saved = [kept]
    else:
        if not _saved.by_name:
            print('qkv: torch.save keeps what it saves while the program runs; it writes no file',
                  file=sys.stderr)
        _saved.by_name[_saved.name_of(f)] = [kept]


def _saved_in(f):
    return f.saved if isinstance(f, BytesIO) else _saved.by_name.get(_saved.name_of(f))


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None):
    if map_location is not None and str(map_location) != 'cpu':
        raise NotImplementedError("torch.load with another map_location than 'cpu' is not there in "
                                  'qkv')
    f = _named(f)
    kept = _saved_in(f)
    if kept is not None:
        return _Again().value(copy.deepcopy(kept[0]), '')
    if isinstance(f, BytesIO):
        raise NotImplementedError('torch.load from bytes in memory is not there in qkv; from what '
                                  'torch.save saved to them, and from a file, it is')
    names = _files.zip_names(f, True)
    if names is None:
        raise UnpicklingError(f'{f} is no archive of torch.save, or one of the format before PyTorch '
                              '1.6: load it there and torch.save it again')
    folders = [name[:-9] for name in names if name.endswith('/data.pkl') and name.count('/') == 1]
    if len(folders) != 1:
        raise UnpicklingError(f'{f} is no archive of torch.save')
    folder = folders[0]
    order = f'{folder}/byteorder'
    highest_first = order in names and bytes(_files.bytes(f, order)).decode() == 'big'
    asked, member = _Names(f), f'{folder}/data.pkl'
    value = _files.unpickle(f, member, names[member], asked.wrong, asked.find, asked.call)
    return _Reader(f, folder, highest_first, names).value(value, '')
