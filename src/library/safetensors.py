"""safetensors: the tensors in a file. What the reference implementation refuses is refused here; nothing is
written."""

import _files
import torch as _torch
from _json import read as _read_json

_DTYPES = {'F32': _torch.float32, 'F64': _torch.float64, 'I64': _torch.int64, 'I32': _torch.int32,
           'F16': _torch.float16, 'BF16': _torch.bfloat16, 'I16': _torch.int16, 'I8': _torch.int8, 'U8': _torch.uint8, 'BOOL': _torch.bool}


class SafetensorError(Exception):
    pass


_BYTES = {'BOOL': 1, 'U8': 1, 'I8': 1, 'F8_E5M2': 1, 'F8_E4M3': 1, 'I16': 2, 'U16': 2, 'F16': 2, 'BF16': 2,
          'I32': 4, 'U32': 4, 'F32': 4, 'F64': 8, 'I64': 8, 'U64': 8}
_LONGEST = 16 << 20  # bytes of a header


def _text(file):
    """The header, and where the data begin and end."""
    data, size = _files.part(file, None, None, 0, 8)
    if size < 10:
        raise ValueError(f'{file} is too short for a header')
    count = int.from_bytes(bytes(data), 'little')
    if count > _LONGEST:
        raise ValueError(f'the header of {file} would have {count} bytes, more than may be read')
    if not 2 <= count <= size - 8:
        raise ValueError(f'the header of {file} would have {count} bytes, the file has {size}')
    text = _files.part(file, None, None, 8, count, True)[0]
    if text[0] != '{':
        raise ValueError(f'the header of {file} does not begin with {{')
    return text, 8 + count, size


def _is_sizes(sizes):
    return isinstance(sizes, list) and all(type(size) is int and size >= 0 for size in sizes)


def _tensor(entry, wrong):
    """The dtype, shape, begin and end of one tensor, if they fit each other."""
    entry = entry if isinstance(entry, dict) else {}
    dtype, shape, place = [entry.get(key) for key in ('dtype', 'shape', 'data_offsets')]
    if not isinstance(dtype, str) or dtype not in _BYTES:
        wrong('no known dtype')
    if not isinstance(shape, list):
        wrong('no shape')
    if not _is_sizes(shape):
        wrong('a size that is none in the shape')
    if not _is_sizes(place) or len(place) != 2 or place[0] > place[1]:
        wrong('wrong data_offsets')
    count = _BYTES[dtype]
    for size in shape:
        count *= size
        if count >> 64:
            wrong('a shape beyond all memory')
    if count != place[1] - place[0]:
        wrong('data_offsets that do not fit shape and dtype')
    return dtype, tuple(shape), *place


def _read(file):
    """The metadata, and (name, dtype, shape, place) of each tensor in the order of the data. These lie
    end to end and end where the file does: no tensor reaches out of the file or into another."""
    def wrong(what):
        raise ValueError(f"{file}: '{name}' has {what}")

    text, start, size = _text(file)
    try:
        header = _read_json(text, True)[0]
    except ValueError as error:
        raise ValueError(f'the header of {file} is no JSON: {error}') from None
    name, metadata, end, tensors = '__metadata__', header.pop('__metadata__', None), 0, []
    if metadata is not None and not isinstance(metadata, dict):
        wrong('no keys and values')
    if not all(isinstance(value, str) for value in (metadata or {}).values()):
        wrong('a value that is no text')
    for name, entry in header.items():
        tensors.append((name, *_tensor(entry, wrong)))
    tensors.sort(key=lambda tensor: tensor[3:])
    for place, (name, dtype, shape, begin, stop) in enumerate(tensors):
        if begin != end:
            wrong('data that overlap others' if begin < end else 'a gap before the data')
        tensors[place], end = (name, dtype, shape, start + begin), stop
    if end != size - start:
        raise ValueError(f'{file} has {size - start} bytes of data where its header says {end}')
    return metadata, tensors


def _header(filename):
    try:
        return _read(filename)
    except ValueError as error:
        raise SafetensorError(f'Error while deserializing header: {error}') from None


class safe_open:
    def __init__(self, filename, framework, device='cpu'):
        if framework not in ('pt', 'torch', 'pytorch'):
            raise NotImplementedError(f"safe_open with framework '{framework}' is not there in qkv; "
                                      "framework='pt' is")
        _torch.device(device)
        self._filename = filename
        self._metadata, tensors = _header(filename)
        self._tensors = {name: rest for name, *rest in tensors}

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self._tensors = None

    def _open(self):
        if self._tensors is None:
            raise SafetensorError('File is closed')
        return self._tensors

    def keys(self):
        return sorted(self._open())

    def metadata(self):
        self._open()
        return self._metadata

    def get_tensor(self, name):
        if name not in self._open():
            raise SafetensorError(f'File does not contain tensor {name}')
        dtype, shape, at = self._tensors[name]
        if dtype not in _DTYPES:
            raise NotImplementedError(f"'{name}' has the dtype {dtype}, which is not there in qkv; "
                                      'save it as float32, with tensor.float()')
        return _files.tensor(self._filename, None, None, name, _DTYPES[dtype], shape, at)

    def __getattr__(self, name):
        if name == 'get_slice':
            raise NotImplementedError('safe_open.get_slice is not there in qkv; '
                                      'get_tensor(name)[...] is')
        raise AttributeError(f"'builtins.safe_open' object has no attribute '{name}'")


def __getattr__(name):
    if name in ('serialize', 'serialize_file', 'deserialize'):
        raise NotImplementedError(f'safetensors.{name} is not there in qkv; safe_open is')
    raise AttributeError(f"module 'safetensors' has no attribute '{name}'")
