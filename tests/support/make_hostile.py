"""Writes tests/commands/files/hostile: files of tensors that lie, which Python alone can make.

    python3 tests/support/make_hostile.py
"""
import json
import os
import pickle
import struct
import zipfile
import zlib

FOLDER = os.path.join(os.path.dirname(__file__), '..', 'commands', 'files', 'hostile')
os.makedirs(FOLDER, exist_ok=True)


def write(name, content):
    with open(os.path.join(FOLDER, name), 'wb') as file:
        file.write(content)


# ---- safetensors ---------------------------------------------------------------------------------

def safetensors(name, header, data=b'', length=None):
    header = header if isinstance(header, bytes) else json.dumps(header).encode()
    write(f'{name}.safetensors', struct.pack('<Q', len(header) if length is None else length) + header + data)


def tensor(begin=0, end=8, shape=(2,), dtype='F32'):
    return {'dtype': dtype, 'shape': list(shape), 'data_offsets': [begin, end]}


FOUR = bytes(16)
safetensors('header-2-60', b'{}', length=2 ** 60)
safetensors('header-cut', b'{"a":{"dtype":"F32","sha', length=90)
safetensors('data-cut', {'a': tensor()}, bytes(5))
safetensors('overlap', {'a': tensor(), 'b': tensor(4, 12)}, bytes(12))
safetensors('beyond', {'a': tensor(1 << 40, (1 << 40) + 8)}, bytes(8))
safetensors('twice', b'{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"a":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}}', b'xy')
safetensors('size-nan', b'{"a":{"dtype":"F32","shape":[NaN],"data_offsets":[0,8]}}', bytes(8))
safetensors('size-negative', {'a': tensor(shape=(-2,))}, bytes(8))
safetensors('size-2-63', {'a': tensor(shape=(2 ** 63,))}, bytes(8))
safetensors('size-overflow', {'a': tensor(0, 0, (2 ** 32, 2 ** 30, 2))})
safetensors('dtype', {'a': tensor(dtype='F33')}, bytes(8))
safetensors('deep', b'{"a":' + b'[' * 5000 + b']' * 5000 + b'}')
safetensors('name-nul', b'{"a\\u0000b":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}', bytes(8))
safetensors('name-code', {'a\nimport os\nos.system("touch called")\n#': tensor(), '../x': tensor(8, 16)}, FOUR)
safetensors('name-escape', {'\x1b]0;x\x07\x1b[2J': tensor(), '\u202etxt': tensor(8, 16)}, FOUR)
safetensors('unaligned', b'{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"b":{"dtype":"F32","shape":[2],"data_offsets":[1,9]}}',
            b'\x07' + struct.pack('<2f', 1.5, -2))
safetensors('many-dims', {'a': tensor(0, 1, [1] * 200, 'U8')}, b'x')


# ---- .npy ----------------------------------------------------------------------------------------

def npy(header, data=bytes(16), version=1, length=None):
    header = header.encode('latin1')
    return (b'\x93NUMPY' + bytes([version, 0]) + struct.pack('<H', len(header) if length is None else length) +
            header + data)


def head(descr="'<f4'", shape='(2, 2)', order='False'):
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n"


GOOD = npy(head())
write('code.npy', npy(head(shape="__import__('os').system('touch called')")))
write('pickled.npy', npy(head("'|O'", '(1,)'), pickle.dumps([print])))
write('records.npy', npy(head("[('a', '<f4'), ('b', '|O')]")))
write('header-long.npy', npy(head(), length=65000))
write('cut.npy', GOOD[:-3])
write('cut-header.npy', GOOD[:40])
write('cut-magic.npy', GOOD[:4])
write('negative.npy', npy(head(shape='(-2, 2)')))
write('size-2-63.npy', npy(head(shape='(9223372036854775808,)')))
write('overflow.npy', npy(head(shape='(4294967296, 4294967296, 2)')))
write('nan.npy', npy(head(shape='(nan,)')))
write('many-dims.npy', npy(head(shape='(' + '1, ' * 200 + ')')))
write('version.npy', npy(head(), version=9))
write('descr.npy', npy(head("'<f3'")))
write('no-array.npy', b'#!/bin/sh\ntouch called\n')
write('empty.npy', b'')


# ---- ZIP -----------------------------------------------------------------------------------------

def archive(name, members, compression=zipfile.ZIP_STORED):
    path = os.path.join(FOLDER, name)
    with zipfile.ZipFile(path, 'w', compression) as file:
        for member, content in members:
            file.writestr(zipfile.ZipInfo(member), content, compression)
    with open(path, 'rb') as file:
        return bytearray(file.read())


def record(content, mark, place=0):
    """Where the record begins, the `place`th of its kind."""
    at = -1
    for _ in range(place + 1):
        at = content.index(mark, at + 1)
    return at


LOCAL, CENTRAL, END = b'PK\3\4', b'PK\1\2', b'PK\5\6'
plain = archive('a.npz', [('a.npy', GOOD)])
archive('name-out.npz', [('../../x.npy', GOOD), ('/etc/x.npy', GOOD)])
archive('bad-member.npz', [('good.npy', GOOD), ('bad.npy', GOOD[:50])])
archive('objects.npz', [('good.npy', GOOD), ('bad.npy', npy(head("'|O'", '(1,)'), b''))])
archive('no-arrays.npz', [('readme.txt', b'nothing')])
archive('texts.npz', [('t.npy', npy(head("'<U2'", '(2,)'), struct.pack('<4I', 0xD800, 0, 0x110000, 0)))])
archive('texts-size.npz', [('t.npy', npy(head("'<U999999999999'", '(2,)')))])
write('cut.npz', plain[:-10])
write('cut-middle.npz', plain[:60])
write('two-ends.npz', plain + plain[record(plain, END):])
changed = bytearray(plain)
changed[30:35] = b'b.npy'
write('local-name.npz', changed)
changed = bytearray(plain)
at = record(changed, CENTRAL)
changed[at + 42:at + 46] = struct.pack('<I', 1 << 30)
write('offset.npz', changed)
changed = bytearray(plain)
changed[at + 20:at + 28] = struct.pack('<2I', 1 << 30, 1 << 30)
write('size.npz', changed)
changed = bytearray(plain)
changed[at + 10:at + 12] = struct.pack('<H', 99)
write('method.npz', changed)
changed = bytearray(plain)
changed[at + 8:at + 10] = struct.pack('<H', 1)
write('encrypted.npz', changed)
end = record(plain, END)
changed = bytearray(plain)
changed[end + 8:end + 12] = struct.pack('<2H', 60000, 60000)
write('count.npz', changed)
changed = bytearray(plain)
changed[end + 12:end + 20] = struct.pack('<2I', 1 << 31, 0)
write('directory.npz', changed)
archive('zeros.npz', [('a.npy', npy(head("'|u1'", '(20000000,)'), bytes(20000000)))], zipfile.ZIP_DEFLATED)
packed = archive('packed.npz', [('a.npy', GOOD)], zipfile.ZIP_DEFLATED)
at = record(packed, CENTRAL)
changed = bytearray(packed)
changed[at + 16:at + 20] = b'\0\0\0\0'
write('checksum.npz', changed)
changed = bytearray(packed)
changed[at + 24:at + 28] = struct.pack('<I', 10)
write('shorter.npz', changed)
changed = bytearray(packed)
changed[40:60] = b'\xff' * 20
write('deflate.npz', changed)
bomb = archive('bomb.npz', [('a.npy', npy(head(shape='(100, 1000)'), bytes(400000)))], zipfile.ZIP_DEFLATED)
at = record(bomb, CENTRAL)
bomb[at + 24:at + 28] = struct.pack('<I', (1 << 32) - 2)
write('bomb.npz', bomb)
for name in ('a.npz', 'packed.npz'):
    os.remove(os.path.join(FOLDER, name))


# ---- pickles in archives of torch.save -----------------------------------------------------------

def stored(key=b'0', count=2, offset=0, size=2, stride=1):
    return (b'ctorch._utils\n_rebuild_tensor_v2\n((X\7\0\0\0storagectorch\nFloatStorage\nX\1\0\0\0' + key +
            b'X\3\0\0\0cpu\x8a\x08' + struct.pack('<q', count) + b'tQ\x8a\x08' + struct.pack('<q', offset) +
            b'\x8a\x08' + struct.pack('<q', size) + b'\x85\x8a\x08' + struct.pack('<q', stride) +
            b'\x85\x89ccollections\nOrderedDict\n)RtR')


def entry(tensor):
    return b'}X\1\0\0\0w' + tensor + b's.'


PICKLES = {
    'system': b'cposix\nsystem\n(X\x0c\0\0\0touch calledtR.', 'eval': b'c__builtin__\neval\n(X\1\0\0\0' b'1tR.',
    'getattr': b'c__builtin__\ngetattr\n(ctorch\nFloatStorage\nX\4\0\0\0loadtR.',
    'global-2': b'\x80\4\x8c\5posix\x8c\6system\x93\x8c\x0ctouch called\x85R.',
    'reduce-string': b'X\3\0\0\0abc)R.', 'build': b'ccollections\nOrderedDict\n)R}X\1\0\0\0aK\1sb.',
    'dag': b']' + b''.join(b'q%ch%c\x86' % (i, i) for i in range(200)) + b'.',
    'itself': b']q\0h\0a.', 'itself-dict': b'}q\0X\1\0\0\0ah\0s.', 'deep': b'(' * 20000 + b't' * 20000 + b'.',
    'deep-list': b']' * 3000 + b'a' * 2999 + b'.', 'memo': b'h\7.', 'memo-2-31': b'Nr\xff\xff\xff\x7f0j\xff\xff\xff\x7f.',
    'protocol': b'\x80\x63N.', 'endless': b'K\1' * 200000, 'cut': entry(stored())[:60], 'text': b'X\xff\xff\xff\x7fabc.',
    'stride': entry(stored(stride=1 << 62)), 'size-2-62': entry(stored(size=1 << 62, stride=0)),
    'size-2-40': entry(stored(size=1 << 40, stride=0)), 'size-negative': entry(stored(size=-1)),
    'offset-negative': entry(stored(offset=-1)), 'offset': entry(stored(offset=1 << 62)),
    'count': entry(stored(count=1 << 61)), 'count-negative': entry(stored(count=-1)), 'key': entry(stored(key=b'9')),
}
for name, codes in PICKLES.items():
    archive(f'{name}.pt', [('x/data.pkl', codes), ('x/data/0', b'\0\0\x80?\0\0\0@')],
            zipfile.ZIP_DEFLATED if len(codes) > 999 else zipfile.ZIP_STORED)
archive('two-pickles.pt', [('x/data.pkl', b'N.'), ('y/data.pkl', b'N.')])
archive('name-out.pt', [('../data.pkl', b'N.')])
write('pickle.pt', pickle.dumps({'a': 1}))
write('script.pt', b'import os\nos.system("touch called")\n')


# ---- text ----------------------------------------------------------------------------------------

write('ragged.csv', b'1,2,3\n4,5\n')
write('words.csv', b'1,2\n3,four\n')
write('nul.csv', b'1,2\n3,\0004\n')
write('utf8.csv', b'1,2\n3,\xff4\n')
write('utf16.csv', '1,2\n3,4\n'.encode('utf-16'))
write('quote.csv', b'"a,b\n1,2\n')
write('commas.csv', b'0,5;1,5\n2,5;3,5\n')
write('names.csv', b'a,b,c\n')
write('empty.csv', b'')
write('blank.csv', b'\n\n \n')
write('code.csv', b"__import__('os').system('touch called'),1\n2,3\n")
write('hex.csv', b'0x10,2\n3,4\n')
write('escape.csv', b'1,2\n\x1b[2J,4\n')
write('wide.csv', b','.join([b'1'] * 20000) + b'\n' + b'2\n')
write('deep.json', b'[' * 100000)
write('twice.json', b'{"a": 1, "a": 2}')
write('vocab.txt', b'[UNK]\nth\xff\n')
write('vocab.json', b'{"a": 0, "b": 1e999, "c": "\\ud800"}')
