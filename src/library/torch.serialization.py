"""torch.load: what torch.save wrote, a ZIP archive of storages and of a pickle that says what they are.

The pickle is read by a machine for a closed list of opcodes and names. It runs no code: a name of
another module is a mark, and only those that make tensors mean anything.
"""

import _files
import _saved
import copy
import math
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


class _Machine:
    def __init__(self, codes, file):
        self.codes, self.at, self.file = codes, 0, file
        self.stack, self.marks, self.memo = [], [], {}

    def wrong(self, what):
        raise UnpicklingError(f'{self.file} {what}; qkv reads tensors from such files, nothing else')

    def take(self, count):
        codes = self.codes[self.at:self.at + count]
        if len(codes) < count:
            self.wrong('ends before its end')
        self.at += count
        return codes

    def number(self, count):
        total = 0
        for place, code in enumerate(self.take(count)):
            total += code << 8 * place
        return total

    def signed(self, count):
        if count > 8:
            self.wrong('has an integer of more than 64 bits')
        total = 0
        for place, code in enumerate(self.take(count)):
            if place == count - 1 and code > 127:
                code -= 256
            total += code << 8 * place
        return total

    def text(self, count):
        return bytes(self.take(count)).decode('utf-8')

    def line(self):
        start = self.at
        while self.take(1) != [10]:
            pass
        return bytes(self.codes[start:self.at - 1]).decode('utf-8')

    def double(self):
        codes = self.take(8)
        exponent = (codes[0] & 127) << 4 | codes[1] >> 4
        mantissa = codes[1] & 15
        for code in codes[2:]:
            mantissa = mantissa << 8 | code
        if exponent == 2047:
            value = math.nan if mantissa else math.inf
        else:
            value = math.ldexp(mantissa + ((1 << 52) if exponent else 0), max(exponent, 1) - 1075)
        return -value if codes[0] > 127 else value

    def pop(self):
        if len(self.stack) <= (self.marks[-1] if self.marks else 0):
            self.wrong('takes what is not there')
        return self.stack.pop()

    def pop_many(self, count):
        return [self.pop() for _ in range(count)][::-1]

    def pop_mark(self):
        if not self.marks:
            self.wrong('takes what is not there')
        start = self.marks.pop()
        items, self.stack = self.stack[start:], self.stack[:start]
        return items

    def top(self, kind):
        value = self.pop()
        self.stack.append(value)
        if not isinstance(value, kind):
            self.wrong('adds to what is no list or dict')
        return value

    def set_items(self, items):
        target = self.top(dict)
        if len(items) % 2:
            self.wrong('has a key without a value')
        for key, value in zip(items[::2], items[1::2]):
            if not isinstance(key, (str, int, float, bool, tuple, type(None))):
                self.wrong('has a key that is none')
            target[key] = value

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

    def remember(self, key):
        value = self.pop()
        self.stack.append(value)
        self.memo[key] = value

    def recall(self, key):
        if key not in self.memo:
            self.wrong('recalls what it never kept')
        return self.memo[key]

    def run(self):
        while True:
            code = chr(self.take(1)[0])
            value = self
            if code == '.':
                return self.pop()
            elif code == '\x80':
                if self.take(1)[0] > 5:
                    self.wrong('has a newer protocol')
            elif code == '(':
                self.marks.append(len(self.stack))
            elif code == 'q':
                self.remember(self.number(1))
            elif code == 'r':
                self.remember(self.number(4))
            elif code == 'h':
                value = self.recall(self.number(1))
            elif code == 'j':
                value = self.recall(self.number(4))
            elif code == 'N':
                value = None
            elif code in '\x88\x89':
                value = code == '\x88'
            elif code == 'J':
                value = self.signed(4)
            elif code == 'K':
                value = self.number(1)
            elif code == 'M':
                value = self.number(2)
            elif code == '\x8a':
                value = self.signed(self.number(1))
            elif code == 'G':
                value = self.double()
            elif code == 'X':
                value = self.text(self.number(4))
            elif code == '\x8c':
                value = self.text(self.number(1))
            elif code == ']':
                value = []
            elif code == '}':
                value = {}
            elif code == ')':
                value = ()
            elif code == 't':
                value = tuple(self.pop_mark())
            elif code in '\x85\x86\x87':
                value = tuple(self.pop_many(ord(code) - 0x84))
            elif code == 'a':
                item = self.pop()
                self.top(list).append(item)
            elif code == 'e':
                items = self.pop_mark()
                self.top(list).extend(items)
            elif code == 's':
                self.set_items(self.pop_many(2))
            elif code == 'u':
                self.set_items(self.pop_mark())
            elif code == 'c':
                value = self.find(self.line(), self.line())
            elif code == 'Q':
                value = self.pop()
            elif code == 'R':
                function, given = self.pop_many(2)
                value = self.call(function, given)
            elif code == 'b':
                self.pop()
                self.top(OrderedDict)
            else:
                self.wrong(f'has the opcode {ord(code)}')
            if value is not self:
                self.stack.append(value)


class _Reader:
    def __init__(self, file, folder, highest_first):
        self.file, self.folder, self.highest_first, self.read = file, folder, highest_first, {}

    def tensor(self, stored, name):
        if stored.tensor is not None:
            return stored.tensor
        _, kind, key, _, count = stored.storage
        kind = kind.name[6:] if isinstance(kind, _Name) else None
        if kind not in _STORAGES or not isinstance(key, str) or not isinstance(count, int) or count < 0:
            raise UnpicklingError(f'{self.file} has a storage that is none')
        made = _files.stored(self.file, f'{self.folder}/data/{key}', name, _STORAGES[kind], count,
                             (stored.offset, stored.size, stored.stride),
                             self.read.get((kind, key)), self.highest_first)
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
        inner = f'{name}.' if name else ''
        if isinstance(value, dict):
            for key in list(value):
                value[key] = self.value(value[key], f'{inner}{key}')
        elif isinstance(value, list):
            for place, item in enumerate(value):
                value[place] = self.value(item, f'{inner}{place}')
        elif type(value) is tuple:
            return tuple(self.value(item, f'{inner}{place}') for place, item in enumerate(value))
        return value


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
        pass

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
    names = _files.zip_names(f)
    if names is None:
        raise UnpicklingError(f'{f} is no archive of torch.save, or one of the format before PyTorch '
                              '1.6: load it there and torch.save it again')
    folders = [name[:-9] for name in names if name.endswith('/data.pkl') and name.count('/') == 1]
    if len(folders) != 1:
        raise UnpicklingError(f'{f} is no archive of torch.save')
    folder = folders[0]
    order = f'{folder}/byteorder'
    highest_first = order in names and bytes(_files.bytes(f, order)).decode() == 'big'
    value = _Machine(_files.bytes(f, f'{folder}/data.pkl'), f).run()
    return _Reader(f, folder, highest_first).value(value, '')
