"""numpy.load, of .npy and .npz, loadtxt and genfromtxt. Nothing is written, and no objects are read."""

import _files
from io import StringIO, _named


class _Texts:
    """An array of strings. There is none in qkv; it can be made a list."""

    def __init__(self, texts):
        self._texts = texts
        self.shape, self.ndim, self.size, self.dtype = (len(texts),), 1, len(texts), 'str'

    def tolist(self):
        return list(self._texts)

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
        try:
            return _files.npy(self._path, name, self._members[name])
        except NotImplementedError as error:
            if ' dtype <U' not in str(error):
                raise
        return _Texts(_files.texts(self._path, name))

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


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding='ASCII', *,
         max_header_size=10000):
    if mmap_mode is not None:
        raise NotImplementedError('numpy.load with a mmap_mode is not there in qkv; without it is')
    file = _named(file)
    members = _files.zip_names(file)
    return _files.npy(file) if members is None else NpzFile(file, members)


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
    array = _files.csv(source, _one_character(caller, 'delimiter', delimiter),
                       _one_character(caller, 'quotechar', quotechar),
                       _one_character(caller, 'comments', comments), skip, first, end, may_miss)
    array = array if dtype is float else array.astype(dtype)
    if ndmin < 2 and 1 in array.shape:
        array = array.reshape(-1)
    if ndmin == 0 and array.shape == (1,):
        array = array.reshape(())
    return array.T if unpack else array
