"""Containers: modules and parameters in a row, in a list or in a dictionary."""
from collections import OrderedDict
from numbers import Integral

import torch
from torch.nn.modules.module import Module, _addindent
from torch.nn.parameter import Parameter


def _position(index, size):
    """A position from 0 on, as the name under which the module is kept."""
    if not isinstance(index, Integral):
        kind = type(index).__name__
        raise TypeError(f"'{kind}' object cannot be interpreted as an integer")
    if not -size <= index < size:
        raise IndexError(f'index {index} is out of range')
    return index % size


def _pairs(what, given):
    """The pairs of a dictionary, or of a list of pairs."""
    if hasattr(given, 'items'):
        return list(given.items())
    pairs = []
    for position, pair in enumerate(given):
        if not hasattr(pair, '__iter__'):
            raise TypeError(f"{what} update sequence element #{position} should be Iterable; is"
                            f"{type(pair).__name__}")
        if len(pair) != 2:
            raise ValueError(f"{what} update sequence element #{position} has length {len(pair)}; "
                             "2 is required")
        pairs.append(pair)
    return pairs


class _Row(Module):
    """Modules by position; their names are '0', '1', …"""

    def _number_anew(self):
        modules = list(self._modules.values())
        self._modules = OrderedDict((str(i), module) for i, module in enumerate(modules))

    def _names(self, index):
        names = list(self._modules)
        return names[index] if isinstance(index, slice) else [names[_position(index, len(names))]]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(list(self._modules.values()))

    def __setitem__(self, index, module):
        setattr(self, self._names(index)[0], module)

    def __delitem__(self, index):
        for name in self._names(index):
            delattr(self, name)
        self._number_anew()

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def pop(self, index):
        module = self[index]
        del self[index]
        return module

    def _insert(self, index, module):
        for i in range(len(self._modules), index, -1):
            self._modules[str(i)] = self._modules[str(i - 1)]
        self._modules[str(index)] = module


class Sequential(_Row):
    """Modules one after another: each takes what the one before it gives."""

    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            for position, module in enumerate(args):
                self.add_module(str(position), module)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(OrderedDict(list(self._modules.items())[index]))
        return self._modules[self._names(index)[0]]

    def __add__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError('add operator supports only objects of Sequential class, but '
                             f'{type(other)} is given.')
        return Sequential(*self, *other)

    def __iadd__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError('add operator supports only objects of Sequential class, but '
                             f'{type(other)} is given.')
        return self.extend(other)

    def __mul__(self, other):
        if not isinstance(other, int):
            raise TypeError(f"unsupported operand type(s) for *: {type(self)} and {type(other)}")
        if other <= 0:
            raise ValueError(f"Non-positive multiplication factor {other} for {type(self)}")
        return Sequential(*(list(self) * other))

    def __rmul__(self, other):
        return self.__mul__(other)

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input

    def insert(self, index, module):
        if not isinstance(module, Module):
            raise AssertionError(f'module should be of type: {Module}')
        size = len(self._modules)
        if not -size <= index <= size:
            raise IndexError(f'Index out of range: {index}')
        self._insert(index + size if index < 0 else index, module)
        return self

    def extend(self, sequential):
        for module in sequential:
            self.append(module)
        return self


class ModuleList(_Row):
    """Modules in a list."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(list(self._modules.values())[index])
        return self._modules[str(_position(index, len(self)))]

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, other):
        return ModuleList(list(self) + list(other))

    def __repr__(self):
        """Equal modules that follow each other are told once: (0-2): 3 x Linear(…)."""
        runs = []
        for index, text in enumerate(map(repr, self)):
            if runs and runs[-1][2] == text:
                runs[-1][1] = index
            else:
                runs.append([index, index, text])
        if not runs:
            return self._get_name() + '()'
        lines = [f'({first}): {text}' if first == last else
                 f'({first}-{last}): {last - first + 1} x {text}' for first, last, text in runs]
        return self._get_name() + '(\n' + ''.join(f'  {_addindent(line, 2)}\n' for line in lines) + ')'

    def insert(self, index, module):
        self._insert(index, module)

    def extend(self, modules):
        if not hasattr(modules, '__iter__'):
            raise TypeError("ModuleList.extend should be called with an iterable, but got "
                            + type(modules).__name__)
        for module in list(modules):
            self.append(module)
        return self


class ModuleDict(Module):
    """Modules by name."""

    def __init__(self, modules=None):
        super().__init__()
        self.update({} if modules is None else modules)

    def __contains__(self, key):
        return key in self._modules

    def __getitem__(self, key):
        return self._modules[key]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def keys(self):
        return self._modules.keys()

    def values(self):
        return self._modules.values()

    def items(self):
        return self._modules.items()

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def pop(self, key):
        return self._modules.pop(key)

    def clear(self):
        self._modules.clear()

    def update(self, modules):
        if not hasattr(modules, '__iter__'):
            raise TypeError("ModuleDict.update should be called with an iterable of key/value "
                            "pairs, but got " + type(modules).__name__)
        for key, module in _pairs('ModuleDict', modules):
            self[key] = module


def _described(name, value, kind):
    if not isinstance(value, torch.Tensor):
        return f'  ({name}): Object of type: {type(value).__name__}'
    title = 'Parameter' if isinstance(value, Parameter) else 'Tensor'
    size = 'x'.join(str(n) for n in value.size())
    return f'  ({name}): {title} containing: [{kind} of size {size}]'


class ParameterList(Module):
    """Parameters in a list; tensors become parameters."""

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(list(self)[index])
        return getattr(self, str(_position(index, self._size)))

    def __setitem__(self, index, value):
        if isinstance(value, torch.Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        setattr(self, str(_position(index, self._size)), value)

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter([getattr(self, str(i)) for i in range(self._size)])

    def __iadd__(self, values):
        return self.extend(values)

    def append(self, value):
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values):
        if not hasattr(values, '__iter__') or isinstance(values, torch.Tensor):
            raise TypeError("ParameterList.extend should be called with an iterable, but got "
                            + type(values).__name__)
        for value in values:
            self.append(value)
        return self

    def extra_repr(self):
        return '\n'.join(_described(i, value, getattr(value, 'dtype', None))
                         for i, value in enumerate(self))

    def __call__(self, *args, **kwargs):
        raise RuntimeError('ParameterList should not be called.')


class ParameterDict(Module):
    """Parameters by name; tensors become parameters."""

    def __init__(self, parameters=None):
        super().__init__()
        self._keys = {}
        self.update({} if parameters is None else parameters)

    def __getitem__(self, key):
        if key not in self._keys:
            raise AttributeError(f"'ParameterDict' object has no attribute '{key}'")
        return getattr(self, key)

    def __setitem__(self, key, value):
        if not isinstance(key, str):
            raise TypeError("Index given to ParameterDict cannot be used as a key as it is not a "
                            f"string (type is '{type(key).__name__}'). Open an issue on github if "
                            "you need non-string keys.")
        if isinstance(value, torch.Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        self._keys[key] = None
        setattr(self, key, value)

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, key)

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(list(self._keys))

    def __contains__(self, key):
        return key in self._keys

    def get(self, key, default=None):
        return self[key] if key in self else default

    def pop(self, key):
        value = self[key]
        del self[key]
        return value

    def clear(self):
        for key in list(self._keys):
            del self[key]

    def keys(self):
        return self._keys.keys()

    def items(self):
        return [(key, self[key]) for key in self._keys]

    def values(self):
        return [self[key] for key in self._keys]

    def update(self, parameters):
        if not hasattr(parameters, '__iter__'):
            raise TypeError("ParametersDict.update should be called with an iterable of key/value "
                            "pairs, but got " + type(parameters).__name__)
        pairs = _pairs('ParameterDict', parameters)
        if isinstance(parameters, dict) and not isinstance(parameters, OrderedDict):
            pairs = sorted(pairs, key=lambda pair: pair[0])
        for key, value in pairs:
            self[key] = value

    def extra_repr(self):
        return '\n'.join(_described(key, value, torch.typename(value))
                         for key, value in self.items())

    def __call__(self, input):
        raise RuntimeError('ParameterDict should not be called.')
