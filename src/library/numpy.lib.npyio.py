"""numpy.load, of .npy and .npz, loadtxt and genfromtxt. Nothing is written, and no objects are read."""

import _files
import _tables
import torch as _torch
from _qkv import fail as _fail
from ast import literal_eval as _literal
from io import StringIO, _named
from numpy import _as_ndarray


class _Texts:
    """An array of strings, or of rows of them. There is none in qkv; it can be made a list."""

    def __init__(self, texts, columns=None):
        self._texts = texts
        self.shape = (len(texts),) if columns is None else (len(texts), columns)
        self.ndim, self.size, self.dtype = len(self.shape), len(texts) * (1 if columns is None else columns), 'str'

    def tolist(self):
        return [item.tolist() if isinstance(item, _Texts) else item for item in self._texts]

    def __iter__(self):
        return iter(self._texts)

    def __len__(self):
        return len(self._texts)

    def __getitem__(self, key):
        if isinstance(key, int):
            return self._texts[key]
        raise NotImplementedError('of an array of strings only single ones are there in qkv; '
                                  'tolist() gives all')

    def __getattr__(self, name):
        raise NotImplementedError(f'{name} of an array of strings is not there in qkv; tolist() is')

    def __repr__(self):
        raise NotImplementedError('an array of strings is not printed in qkv; tolist() is')


class NpzFile:
    """The arrays of an archive; each is read when it is asked for."""

    def __init__(self, path, members):
        self._path, self._members = path, members
        self.files = [name[:-4] if name.endswith('.npy') else name for name in members]

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.close()

    def close(self):
        self._members = {}

    def __iter__(self):
        return iter(self.files)

    def __len__(self):
        return len(self.files)

    def __contains__(self, key):
        return key in self.files or key in self._members

    def __getitem__(self, key):
        for name in (key, f'{key}.npy'):
            if name in self._members and name.endswith('.npy'):
                return self._array(name)
        if key in self._members:
            raise NotImplementedError(f'{key} is no array, and qkv reads no bytes')
        raise KeyError(f'{key} is not a file in the archive')

    def _array(self, name):
        return _array(name, name[:-4], self._path, name, self._members[name])

    def get(self, key, default=None):
        return self[key] if key in self else default

    def keys(self):
        return list(self.files)

    def values(self):
        return [self[key] for key in self.files]

    def items(self):
        return [(key, self[key]) for key in self.files]

    def __repr__(self):
        shown = ', '.join(self.files[:5]) + ('...' if len(self.files) > 5 else '')
        return f"NpzFile '{self._path}' with keys: {shown}"


_DTYPES = {'f4': _torch.float32, 'f8': _torch.float64, 'i8': _torch.int64, 'i4': _torch.int32,
           'i2': _torch.int16, 'i1': _torch.int8, 'u1': _torch.uint8, 'b1': _torch.bool,
           'f2': _torch.float16}
_KEYS = {'descr', 'fortran_order', 'shape'}


def _wrong(name, what):
    raise ValueError(f'{name}: {what}')


def _refuse(name, descr):
    if descr == '|O':
        _fail('ValueError', 'Object arrays cannot be loaded when allow_pickle=False',
              'save it as numbers: a.astype(np.float32)')
    fields = not isinstance(descr, str)
    _fail('NotImplementedError',
          f"{name} has the dtype {'of several fields' if fields else descr}, which is not there in qkv",
          "save one of its fields: a['x'].astype(np.float32)" if fields else
          'save numbers in place of its text, such as token ids' if descr[1:2] in ('U', 'S', 'a') else
          'save it as float32: a.astype(np.float32)')


def _header(name, where):
    """What the header says, where the cells begin, and the bytes of the file."""
    head, size = _files.part(*where, 0, 1024)
    if len(head) < 12 or head[:6] != [0x93, *map(ord, 'NUMPY')]:
        _wrong(name, 'this was not written by numpy.save')
    if head[6] not in (1, 2, 3) or head[7]:
        _wrong(name, 'a version of the format that numpy 2.2 does not have')
    at = 10 if head[6] == 1 else 12
    count = int.from_bytes(bytes(head[8:at]), 'little')
    if count > min(1 << 16, size - at):
        _wrong(name, 'its header is longer than the file or than 64 KiB')
    if at + count > len(head):
        head = _files.part(*where, 0, at + count)[0]
    try:
        text = ''.join(map(chr, head[at:at + count]))
        header = _literal(text.replace('L,', ',').replace('L)', ')'))  # as Python 2 wrote it
    except (SyntaxError, ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or set(header) != _KEYS or type(header['fortran_order']) is not bool:
        _wrong(name, 'its header is no dict of descr, fortran_order and shape')
    shape = header['shape']
    if not isinstance(shape, tuple) or not all(type(n) is int and n >= 0 for n in shape):
        _wrong(name, 'the shape in its header is no tuple of sizes')
    if len(shape) > 8:
        raise NotImplementedError(f'{name}: an array may have 8 dimensions here, and this one has more')
    return header, at + count, size


def _check(name, shape, count, most):
    for size in shape:
        count *= size
        if count >> 64:
            _wrong(name, 'its header has a shape beyond all memory')
    if count > most:
        _wrong(name, 'it ends before its last cell')


def _texts(name, where, at, shape, length, turned):
    """Strings, each filled up with zeros, which are no part of it."""
    if len(shape) != 1 and (len(shape) != 2 or turned):
        raise NotImplementedError('strings are read in one dimension or, in C order, in two')
    data = _files.part(*where, at, 4 * length * shape[0] * shape[-1] ** (len(shape) - 1))[0]
    codes = [int.from_bytes(bytes(data[i:i + 4]), 'little') for i in range(0, len(data), 4)]
    if any(code > 0x10ffff or 0xd800 <= code <= 0xdfff for code in codes):
        _wrong(name, 'a string in it has what is no character')
    texts = [''.join(map(chr, codes[i:i + length])) for i in range(0, len(codes), length)]
    texts = [text.rstrip('\0') for text in texts]
    if len(shape) == 1:
        return _Texts(texts)
    return _Texts([_Texts(texts[i * shape[1]:(i + 1) * shape[1]]) for i in range(shape[0])], shape[1])


def _array(name, title, *where):
    header, at, size = _header(name, where)
    descr, shape = header['descr'], header['shape']
    order, kind = (descr[:1], descr[1:]) if isinstance(descr, str) else ('', '')
    if where[1] and order == '<' and kind[:1] == 'U' and kind[1:].isdigit() and 0 < int(kind[1:]) <= 1 << 20:
        _check(name, shape, 4 * int(kind[1:]), size - at)
        return _texts(name, where, at, shape, int(kind[1:]), header['fortran_order'])
    dtype = _DTYPES.get(kind)
    if dtype is None or order not in ('|' if dtype.itemsize == 1 else '<>') or not order:
        _refuse(name, descr)
    _check(name, shape, dtype.itemsize, size - at)
    lying = shape[::-1] if header['fortran_order'] else shape
    tensor = _files.tensor(*where, title, dtype, lying, at, order == '>')
    if lying != shape or len(shape) > 1 and header['fortran_order']:
        tensor = _files.view(tensor, title, (0, shape, tensor.stride()[::-1]))
    return _as_ndarray(tensor)


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding='ASCII', *,
         max_header_size=10000):
    if mmap_mode is not None:
        raise NotImplementedError('numpy.load with a mmap_mode is not there in qkv; without it is')
    file = _named(file)
    members = _files.zip_names(file)
    if members is not None:
        return NpzFile(file, members)
    name = str(file).split('/')[-1]
    return _array(str(file), name[:name.rfind('.')] if name.rfind('.') > 0 else name, file, None, None)


def _one_character(caller, name, value):
    if value is not None and (not isinstance(value, str) or len(value) != 1):
        raise NotImplementedError(f'numpy.{caller} with {name}={value!r} is not there in qkv; one '
                                  'character is')
    return value or ''


def loadtxt(fname, dtype=float, comments='#', delimiter=None, converters=None, skiprows=0,
            usecols=None, unpack=False, ndmin=0, encoding=None, max_rows=None, *, quotechar=None,
            like=None):
    for name, value in (('converters', converters), ('max_rows', max_rows), ('like', like)):
        if value is not None:
            raise NotImplementedError(f'numpy.loadtxt with {name} is not there in qkv')
    return _table('loadtxt', fname, dtype, comments, delimiter, quotechar, skiprows, usecols, unpack,
                  ndmin, False)


def genfromtxt(fname, dtype=float, comments='#', delimiter=None, skip_header=0, skip_footer=0,
               converters=None, missing_values=None, filling_values=None, usecols=None, names=None,
               unpack=False, max_rows=None, encoding=None, *, ndmin=0):
    for name, value in (('converters', converters), ('missing_values', missing_values),
                        ('filling_values', filling_values), ('names', names),
                        ('max_rows', max_rows), ('skip_footer', skip_footer)):
        if value:
            raise NotImplementedError(f'numpy.genfromtxt with {name} is not there in qkv')
    return _table('genfromtxt', fname, dtype, comments, delimiter, '"', skip_header, usecols, unpack,
                  ndmin, True)


def _table(caller, fname, dtype, comments, delimiter, quotechar, skip, usecols, unpack, ndmin,
           may_miss):
    columns = [usecols] if isinstance(usecols, int) else list(usecols or [])
    first, end = (columns[0], columns[-1] + 1) if columns else (0, -1)
    if columns != list(range(first, end)) and columns or first < 0:
        raise NotImplementedError(f'numpy.{caller} with usecols that are not in a row is not there '
                                  'in qkv; range(first, end) is')
    source = [fname.read()] if isinstance(fname, StringIO) else fname
    array = _as_ndarray(_tables.read(source, _one_character(caller, 'delimiter', delimiter),
                                     _one_character(caller, 'quotechar', quotechar),
                                     _one_character(caller, 'comments', comments), skip, first, end, may_miss))
    array = array if dtype is float else array.astype(dtype)
    if ndmin < 2 and 1 in array.shape:
        array = array.reshape(-1)
    if ndmin == 0 and array.shape == (1,):
        array = array.reshape(())
    return array.T if unpack else array
