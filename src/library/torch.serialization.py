"""torch.load: what torch.save wrote, a ZIP archive of storages and of a pickle that says what they are.

The pickle is read by a machine for a closed list of opcodes and names. It runs no code: a name of
another module is a mark, and only those that make tensors mean anything.
"""

import _files
import _saved
import copy
import sys
import torch as _torch
from math import ldexp
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


class _Machine:
    """A stack, marks in it and a memo, as pickletools describes them."""

    def __init__(self, data, names):
        self.data, self.at, self.names, self.wrong = data, 0, names, names.wrong
        self.stack, self.marks, self.memo = [], [0], {}

    def take(self, count):
        self.at += count
        if self.at > len(self.data):
            self.wrong('is cut short')
        return self.data[self.at - count:self.at]

    def number(self, count, signed=False):
        if count > 8:
            self.wrong('has an integer of more than 64 bits')
        return int.from_bytes(bytes(self.take(count)), 'little', signed=signed)

    def text(self, count):
        part = self.take(count)
        return ''.join(map(chr, part)) if max(part, default=0) < 128 else bytes(part).decode()

    def line(self):
        if 10 not in self.data[self.at:]:
            self.wrong('is cut short')
        return self.text(self.data.index(10, self.at) - self.at + 1)[:-1]

    def float(self):
        bits = int.from_bytes(bytes(self.take(8)), 'big')
        sign, power, digits = (-1.0) ** (bits >> 63), bits >> 52 & 2047, bits & (1 << 52) - 1
        if power == 2047:
            return _torch.nan if digits else sign * _torch.inf
        return sign * ldexp((digits | (1 << 52 if power else 0)) / (1 << 52), max(power, 1) - 1023)

    def need(self, count):
        """That many stand above the last mark."""
        if len(self.stack) - self.marks[-1] < count:
            self.wrong('takes more from the stack than there is')

    def last(self, count):
        self.need(count)
        items = self.stack[len(self.stack) - count:]
        del self.stack[len(self.stack) - count:]
        return items

    def marked(self):
        if len(self.marks) == 1:
            self.wrong('takes more from the stack than there is')
        return self.last(len(self.stack) - self.marks.pop() if len(self.marks) > 1 else 0)

    def add(self, items, kind):
        self.need(1)
        target = self.stack[-1]
        if not isinstance(target, kind):
            self.wrong(f'adds to what is no {kind.__name__}')
        if kind is list:
            target.extend(items)
            return
        if len(items) % 2:
            self.wrong('has a key without a value')
        for key, value in zip(items[::2], items[1::2]):
            if not isinstance(key, (str, int, float, tuple, type(None))):
                self.wrong(f'has a {type(key).__name__} as a key')
            target[key] = value

    def keep(self, bytes):
        self.need(1)
        self.memo[self.number(bytes)] = self.stack[-1]

    def recall(self, bytes):
        key = self.number(bytes)
        if key not in self.memo:
            self.wrong(f'is broken: memo {key} is read before it is written')
        return self.memo[key]

    def protocol(self):
        if self.number(1) > 5:
            self.wrong('has a newer protocol')

    def run(self):
        while (code := self.take(1)[0]) != 0x2e:
            if code in _PUSHES:
                self.stack.append(_PUSHES[code](self))
            elif code in _CHANGES:
                _CHANGES[code](self)
            else:
                self.wrong(f'has the opcode {code}')
        return self.last(1)[0]


_PUSHES = {ord('h'): lambda m: m.recall(1), ord('j'): lambda m: m.recall(4), ord('N'): lambda m: None,
           0x88: lambda m: True, 0x89: lambda m: False, ord('J'): lambda m: m.number(4, True),
           ord('K'): lambda m: m.number(1), ord('M'): lambda m: m.number(2),
           0x8a: lambda m: m.number(m.number(1), True), ord('G'): lambda m: m.float(),
           ord('X'): lambda m: m.text(m.number(4)), 0x8c: lambda m: m.text(m.number(1)),
           ord(']'): lambda m: [], ord('}'): lambda m: {}, ord(')'): lambda m: (),
           ord('t'): lambda m: tuple(m.marked()), 0x85: lambda m: tuple(m.last(1)),
           0x86: lambda m: tuple(m.last(2)), 0x87: lambda m: tuple(m.last(3)),
           ord('c'): lambda m: m.names.find(m.line(), m.line()), ord('Q'): lambda m: m.last(1)[0],
           ord('R'): lambda m: m.names.call(*m.last(2))}
_CHANGES = {0x80: lambda m: m.protocol(), ord('('): lambda m: m.marks.append(len(m.stack)),
            ord('q'): lambda m: m.keep(1), ord('r'): lambda m: m.keep(4),
            ord('a'): lambda m: m.add(m.last(1), list), ord('e'): lambda m: m.add(m.marked(), list),
            ord('s'): lambda m: m.add(m.last(2), dict), ord('u'): lambda m: m.add(m.marked(), dict),
            ord('b'): lambda m: m.add(m.last(1)[1:], dict)}


def _inner(value):
    """The pairs of key and item that are no number and no text."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    return [(key, item) for key, item in items
            if not isinstance(item, (str, int, float, type(None)))]


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
        member, dtype = f'{self.folder}/data/{key}', _STORAGES[kind]
        if (kind, key) not in self.read:
            where = self.file, member, self.members.get(member)
            if member in self.members and where[2][3] // dtype.itemsize != count:
                raise ValueError(f'{member} is of another size than it says')
            self.read[kind, key] = _files.tensor(*where, '', dtype, (count,), 0, self.highest_first)
        made = _files.view(self.read[kind, key], name, (stored.offset, stored.size, stored.stride))
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
            for key, item in _inner(value):
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
        made = _files.view(stored, name, view)
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
    highest_first = order in names and _files.part(f, order, names[order], 0, 3)[0] == [98, 105, 103]
    member = f'{folder}/data.pkl'
    data = _files.part(f, member, names[member], 0, None)[0]
    value = _Machine(data, _Names(f)).run()
    return _Reader(f, folder, highest_first, names).value(value, '')
