"""A file of tensors as a listing that opens it, for qkv's own use: each tensor is a line, tensors
that belong together a step, and a table says what there is. Of the arrays only heads are read."""

import _files
import _tables
from _qkv import fail as _fail
from numpy.lib.npyio import _Texts

_FEW = 12  # tensors that are a step each
_ROWS = 60  # of the table
_MOST = 4000  # tensors of a walk
_NAMED = 50000  # rows or columns with names, which the listing spells
_COLUMNS = 4096  # of a matrix that is looked at
_TOLERANCE = 0.01  # of the sum of a row, in half precision
_TAKEN = {'rows', 'columns', 'tokens', 'data', 'json', 'numpy', 'torch', 'load_file', 'safe_open', 'range'}
_KEYWORDS = ('False None True and as assert async await break class continue def del elif '
             'else except finally for from global if import in is lambda nonlocal not or '
             'pass raise return try while with yield').split()
_SAFE = set('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-')


class _Found:
    """A tensor of the file: its name, the expression that gives it, what it is."""

    def __init__(self, name, code, array, binds=True):
        self.dtype, self.shape = str(array.dtype).replace('torch.', ''), tuple(array.shape)
        self.is_text = isinstance(array, _Texts)
        self.name, self.code, self.binds = name, code, binds
        self.count = 1
        for size in self.shape:
            self.count *= size
        self.axes = ['', '']
        rows = (1, *self.shape) if len(self.shape) == 1 else self.shape  # the weights of one query
        self.is_attention = not self.is_text and _holds_attention(array, self.dtype, rows)


def _holds_attention(array, dtype, shape):
    """Are its rows shares, as a softmax leaves them? Some rows of the first matrix are looked at."""
    if not dtype.endswith(('float16', 'float32', 'float64')) or len(shape) < 2 or 0 in shape:
        return False
    rows, columns = shape[-2:]
    if not 2 <= columns <= _COLUMNS:
        return False
    fractions = False
    for row in {0, rows // 3, rows // 2, rows - 1}:
        numbers = _files.cells(array, row * columns, columns)
        if not (min(numbers) >= 0 and abs(sum(numbers) - 1) < _TOLERANCE):
            return False
        fractions = fractions or max(numbers) < 1
    return fractions


def _is_name(text):
    return text.isidentifier() and text.isascii() and text not in _KEYWORDS


def _shown(name):
    return name if name and all(letter in _SAFE for letter in name) else repr(name)


# ---- what is in a file ---------------------------------------------------------------------------


def _of_npy(path, name):
    import numpy
    found = _Found(name, f'numpy.load({path!r})', numpy.load(path))
    return ['import numpy'], [found], []


def _check_count(path, count, word):
    if count > _MOST:
        raise OverflowError(f'{path} has {count:,} {word}s; a walk shows at most {_MOST:,}')


def _of_npz(path, name):
    import numpy
    found, refused = [], []
    _check_count(path, len(_files.zip_names(path, True) or ()), 'array')
    arrays = numpy.load(path)
    for key in arrays.files:
        try:
            array, code = arrays[key], f'data[{key!r}]'
            if isinstance(array, _Texts) and array.ndim == 2:  # the tokens of each text of a batch
                _check_count(path, len(array), 'row of string')
                found += [_Found(f'{key}_{row}', f'{code}.tolist()[{row}]', texts)
                          for row, texts in enumerate(array)]
                continue
            found.append(_Found(key, code, array))
            found[-1].code += '.tolist()' if found[-1].is_text else ''
        except NotImplementedError as error:
            refused.append((key, str(error)))
        except ValueError as error:
            if 'Object arrays' not in str(error):
                raise
            refused.append((key, 'it holds objects of Python, which are not read'))
    return ['import numpy', f'data = numpy.load({path!r})'], found, refused


def _natural(name):
    """layer2 comes before layer10, and h.2.attn before h.10.attn."""
    import re
    return [(0, int(part), '') if part.isdecimal() else (1, 0, part)
            for part in re.split('([0-9]+)', name) if part]


def _as_stored(tensors):
    """The keys in the order of their numbers in the file; but safetensors itself sorts them by dtype
    and name, and an order that comes of that says nothing of the model."""
    stored, of_dtype = [], {}
    for key, dtype, *_ in sorted(tensors, key=lambda tensor: tensor[-1]):
        stored.append(key)
        of_dtype.setdefault(dtype, []).append(key)
    says_nothing = all(sorted(keys) == keys for keys in of_dtype.values())
    return sorted(stored, key=_natural) if says_nothing else stored


def _of_safetensors(path, name):
    import safetensors
    found, refused = [], []
    keys = _as_stored(safetensors._read(path)[1])
    _check_count(path, len(keys), 'tensor')
    file = safetensors.safe_open(path, 'pt')
    for key in keys:
        try:
            found.append(_Found(key, f'weights[{key!r}]', file.get_tensor(key), False))
        except NotImplementedError as error:
            refused.append((key, str(error)))
    if refused and found:
        for one in found:
            one.code = f'weights.get_tensor({one.name!r})'
        return ['from safetensors import safe_open', f'weights = safe_open({path!r}, "pt")'], \
            found, refused
    return ['from safetensors.torch import load_file', f'weights = load_file({path!r})'], found, \
        refused


def _layers_of_steps(value):
    """What generate() of transformers leaves is a tuple of steps, each a tuple of layers. The steps
    of a layer make one matrix if each has one query, but for the first; the number of layers, and
    whether keys are added from step to step, or None."""
    import torch
    if not isinstance(value, (list, tuple)) or len(value) < 2:
        return None
    for step in value:
        if not isinstance(step, (list, tuple)) or not step or len(step) != len(value[0]):
            return None
        for layer, first in zip(step, value[0]):
            if not isinstance(layer, torch.Tensor) or layer.ndim != first.ndim or layer.ndim < 2 or \
                    layer.shape[:-2] != first.shape[:-2] or layer.dtype != first.dtype or \
                    step is not value[0] and layer.shape[-2] != 1:
                return None
    widths = [[layer.shape[-1] for layer in step] for step in value]
    if any(len(set(width)) > 1 for width in widths) or sorted(widths) != widths:
        return None
    return len(value[0]), widths[0] != widths[-1]


def _steps_in(value, name, code, layers, grows):
    import torch
    import torch.nn.functional as F
    width, found = value[-1][0].shape[-1], []
    for layer in range(layers):
        if grows:
            joined = torch.cat([F.pad(step[layer], (0, width - step[layer].shape[-1]))
                                for step in value], -2)
            one = f'F.pad(step[{layer}], (0, {width} - step[{layer}].shape[-1]))'
        else:
            joined, one = torch.cat([step[layer] for step in value], -2), f'step[{layer}]'
        found.append(_Found(f'{name or "layer"}_{layer}'.replace('.', '_'),
                            f'torch.cat([{one} for step in {code}], -2)', joined))
    return found


def _tensors_in(value, name, code, seen):
    """What stands in several places is shown in the first."""
    import torch
    if isinstance(value, torch.Tensor):
        return [_Found(name, code, value, False)]
    layers = _layers_of_steps(value)
    if layers:
        return _steps_in(value, name, code, *layers)
    if isinstance(value, (list, tuple)) and value and all(isinstance(item, str) for item in value):
        return [_Found(name, code, _Texts(value))]
    found = []
    if not isinstance(value, (dict, list, tuple)) or id(value) in seen:
        return found
    for key, item in torch.serialization._inner(value):
        found += _tensors_in(item, f'{name}.{key}' if name else str(key), f'{code}[{key!r}]', seen)
    seen.add(id(value))
    return found


def _of_torch(path, name):
    import torch
    head = _files.part(path, None, None, 0, 4)[0]
    if head[:1] == [128] and head[2:] != [138, 10]:  # PyTorch's own begin with a number
        _fail('ValueError', f'{path} is a pickle of Python, which may run anything when it is read: qkv does not',
              "numpy.savez('arrays.npz', **arrays) in Python; qkv opens .npz")
    try:
        value = torch.load(path)
        if isinstance(value, torch.Tensor):
            return ['import torch'], [_Found(name, f'torch.load({path!r})', value)], []
        found = _tensors_in(value, '', 'checkpoint', set())
        _check_count(path, len(found), 'tensor')
    except RecursionError:
        raise ValueError(f'{path} is nested too deeply, or lies in itself') from None
    begin = ['import torch', f'checkpoint = torch.load({path!r})']
    if any('F.pad(' in one.code for one in found):
        begin.insert(1, 'import torch.nn.functional as F')
    return begin, found, []


def _of_csv(path, name):
    import io
    import numpy
    between, skip, first, count, columns, rows, blocks, misses, commas = _tables.look(path)
    if columns and count > _NAMED:
        raise OverflowError(f'{path} has {count:,} columns with names; a walk shows at most '
                            f'{_NAMED:,} of them')
    if rows and len(rows) > _NAMED:
        raise OverflowError(f'{path} has {len(rows):,} rows with names; a walk shows at most '
                            f'{_NAMED:,} of them')
    begin, source, file = ['import numpy'], repr(path), path
    given = {'ndmin': 2, 'comments': None, 'delimiter': between or None}
    if first:
        given['usecols'] = range(first, first + count)
    if misses or commas:
        read, given['skip_header'] = numpy.genfromtxt, skip
    else:
        read, given['quotechar'], given['skiprows'] = numpy.loadtxt, '"', skip
    if commas:
        begin.insert(0, 'import io')
        file = io.StringIO(open(path).read().replace(',', '.'))
        source = f"io.StringIO(open({path!r}).read().replace(',', '.'))"
    array = read(file, **given)
    words = [f'{key}={value!r}' for key, value in given.items() if value or key == 'comments']
    code = f'numpy.{read.__name__}({source}, {", ".join(words)})'
    if blocks > 1:
        code = f'{code}.reshape({blocks}, {len(array) // blocks}, -1)'
        array = array.reshape(blocks, len(array) // blocks, -1)
    found = _Found(name, code, array)
    axes = [[], []]
    if rows and rows == columns:
        rows = columns = 'tokens', rows
    else:
        rows, columns = rows and ('rows', rows), columns and ('columns', columns)
    for axis, names in ((0, rows), (1, columns)):
        if names and len(names[1]) == found.shape[axis - 2]:
            axes[axis] = names[0]
            begin += [f'{names[0]} = {_list(names[1])}'] if axes[0] != axes[1] or axis == 0 else []
    found.axes = [axis or '' for axis in axes]
    return begin, [found], []


def _arrays_in(value, name, code, refused):
    """Lists of numbers, at any depth of what JSON has, with lists of strings."""
    import numpy
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return [_Found(name, code, _Texts(value))]
    inner = value
    while isinstance(inner, list) and inner:
        inner = inner[0]
    if isinstance(value, list) and (inner is None or isinstance(inner, (int, float))):
        called = name if _is_name(name) and name not in _TAKEN else f'tensor_{name}'
        try:
            return [_Found(called, f'numpy.array({code}, dtype=float)', numpy.array(value, dtype=float))]
        except (ValueError, RuntimeError, TypeError) as error:
            refused.append((name, str(error)))
            return []
    items = value.items() if isinstance(value, dict) else \
        enumerate(value) if isinstance(value, list) and isinstance(inner, (dict, str)) else ()
    return [one for key, item in items
            for one in _arrays_in(item, f'{name}_{key}' if name else str(key), f'{code}[{key!r}]', refused)]


def _of_json(path, name):
    import json
    refused = []
    try:
        value = json.load(open(path))
        found = _arrays_in(value, name if isinstance(value, list) else '', 'data', refused)
    except RecursionError:
        raise ValueError(f'{path} is nested too deeply') from None
    _check_count(path, len(found), 'array')
    return ['import json', 'import numpy', f'data = json.load(open({path!r}))'], found, refused


def _list(names):
    """As it is written in a program, over several lines where it is long."""
    lines = ['[']
    for name in names:
        if len(lines[-1]) + len(repr(name)) > 90:
            lines.append('')
        lines[-1] += f'{repr(name)}, '
    return '\n    '.join(line.rstrip() for line in lines).rstrip(',') + ']'


_KINDS = {'npy': (_of_npy, 'array'), 'npz': (_of_npz, 'array'),
          'safetensors': (_of_safetensors, 'tensor'), 'csv': (_of_csv, 'table'),
          'tsv': (_of_csv, 'table'), 'json': (_of_json, 'array')}


# ---- the listing ---------------------------------------------------------------------------------


def _group(name):
    """The module that a tensor belongs to: h.0 of h.0.attn.weight, bert.embeddings of
    bert.embeddings.word_embeddings.weight."""
    parts = name.split('.')
    for place, part in enumerate(parts[:-1]):
        if part.isdigit():
            return '.'.join(parts[:place + 1])
    return '.'.join(parts[:max(1, min(2, len(parts) - 1))])


def _groups(found):
    groups = {}
    for one in found:
        key = one.name if len(found) <= _FEW else _group(one.name)
        groups.setdefault(key, []).append(one)
    return groups


def _bytes(count):
    for unit in ('bytes', 'kB', 'MB', 'GB'):
        if count < 1000 or unit == 'GB':
            return f'{count} bytes' if unit == 'bytes' else f'{count:.1f} {unit}'
        count /= 1000


_SIZES = {'float64': 8, 'int64': 8, 'float32': 4, 'int32': 4, 'float16': 2, 'bfloat16': 2,
          'int16': 2}


def _total(found):
    count = sum(one.count for one in found)
    size = sum(one.count * _SIZES.get(one.dtype, 1) for one in found)
    return f'{count:,}', _bytes(size)


def _code(name):
    """As code in a table of Markdown."""
    return '`' + _shown(name).replace('`', "'").replace('|', '\\|') + '`'


def _shape(one):
    return ' × '.join(str(size) for size in one.shape) or 'a number'


def _many(count, word):
    return f'{count} {word}' if count == 1 else f'{count} {word}s'


def _table(groups, found, word):
    if len(found) <= _ROWS:
        yield '| name | shape | dtype |'
        yield '|---|---|---|'
        for one in found:
            yield f'| {_code(one.name)} | {_shape(one)} | {one.dtype} |'
        return
    yield f'| module | {word}s | size |'
    yield '|---|---:|---:|'
    for name, inside in groups.items():
        yield f'| {_code(name)} | {len(inside)} | {_total(inside)[1]} |'


def _prose(found, texts, refused, groups, word, axes):
    dtypes = sorted({one.dtype for one in found})
    count, size = _total(found)
    yield f'{_many(len(found), word)}, {count} numbers, {size} as {", ".join(dtypes)}.'
    yield ''
    yield from _table(groups, found, word)
    for one in found:
        if not axes and one.is_attention and len(one.shape) in (3, 4) and one.shape[0] > 1:
            usual = 'head,query,key' if len(one.shape) == 3 else 'layer,head,query,key'
            yield ''
            yield f'Nothing says what the first axis of {_code(one.name)} is: `--axes {usual}` does.'
            break
    for text in texts:
        yield ''
        yield f'{_code(text.name)} has {_many(text.count, "string")}.'
    for name, why in refused:
        yield ''
        yield f'{_code(name)} is left out: {why}.'


def _is_variable(one):
    return one.binds and _is_name(one.name) and one.name not in _TAKEN


def _name_variables(found):
    """What the program calls each: a variable, its key, or a name of our own where that is none."""
    for number, one in enumerate(found):
        is_path = all(letter in _SAFE and letter != '-' for letter in one.name)
        one.called = one.name if one.name and is_path else f'tensor_{number}'
        if one.is_text:  # always a variable
            one.called = one.called.replace('.', '_')
            if not _is_name(one.called) or one.called in ('data', 'checkpoint', 'numpy', 'torch'):
                one.called = f'strings_{number}'
        one.is_line = one.called == one.name and not _is_variable(one)


def _line(one):
    return one.code if one.is_line else f'{one.called} = {one.code}'


def _axis(size, texts):
    """The strings that there are so many of, if there is one such array."""
    fitting = [text.called for text in texts if text.count == size]
    return fitting[0] if len(fitting) == 1 else ''


def _options(inside, texts):
    for one in inside:
        if one.is_attention or len(one.shape) == 2 and one.shape[0] == one.shape[1]:
            one.axes = [axis or _axis(size, texts)
                        for axis, size in zip(one.axes, (0, *one.shape)[-2:])]
        if one.is_attention and (len(one.shape) == 1 or one.code.startswith('numpy.array(')):
            yield f'#| role: {one.called} = weights'
        if any(one.axes):
            axes = ([''] * (len(one.shape) - 2) + one.axes)[-len(one.shape):]
            yield f'#| axes: {one.called} = {", ".join(axes)}'


def _steps(groups, texts):
    for name, inside in groups.items():
        yield f'# %% {_shown(name)}'
        yield from _options(inside, texts)
        for one in inside:
            yield _line(one)


def listing(path, kind, title, name, axes):
    read, word = _KINDS.get(kind, (_of_torch, 'tensor'))
    begin, found, refused = read(path, name)
    _name_variables(found)
    texts = [one for one in found if one.is_text]
    found = [one for one in found if not one.is_text]
    if not found:
        why = f'; {_shown(refused[0][0])}: {refused[0][1]}' if refused else ''
        raise ValueError(f'{path} has no {word} to show{why}')
    groups = _groups(found)
    print(f'# %% [markdown] {_shown(title)}')
    for line in _prose(found, texts, refused, groups, word, axes):
        print(f'# {line}')
    print('# %%')
    if len(found) == 1 and not texts:
        print('\n'.join([*_options(found, texts), *begin, _line(found[0])]))
        return
    print('\n'.join([*begin, *(f'{text.called} = {text.code}' for text in texts),
                     *_steps(groups, texts)]))
