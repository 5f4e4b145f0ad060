"""io: text and bytes in memory, which what is read from a file is as well."""

import _files


class StringIO:
    def __init__(self, initial_value=''):
        self._text = initial_value
        self._place = 0

    def write(self, text):
        self._text = self._text[:self._place] + text + self._text[self._place + len(text):]
        self._place += len(text)
        return len(text)

    def read(self, size=-1):
        end = len(self._text)
        if size is not None and size >= 0:
            end = min(end, self._place + size)
        text, self._place = self._text[self._place:end], end
        return text

    def readline(self):
        end = self._text.find('\n', self._place) + 1
        end = end if end else len(self._text)
        text, self._place = self._text[self._place:end], end
        return text

    def __iter__(self):
        return iter(self.readlines())

    def readlines(self):
        return self.read().splitlines(True)

    def seek(self, place):
        self._place = place
        return place

    def getvalue(self):
        return self._text

    def flush(self):
        pass

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False


class BytesIO:
    """Also what torch.save may save to: then torch.load finds it there."""

    saved = None

    def __init__(self, initial_bytes=b''):
        self._bytes, self._place, self.closed = bytes(initial_bytes), 0, False

    def _all(self):
        if self.closed:
            raise ValueError('I/O operation on closed file.')
        if self.saved is not None:
            raise NotImplementedError('the bytes that torch.save writes are not there in qkv; torch.load '
                                      'finds what was saved')
        return self._bytes

    def write(self, b):
        before = self._all()
        self._bytes = before[:self._place] + b + before[self._place + len(b):]
        self._place += len(b)
        return len(b)

    def read(self, size=-1):
        whole = self._all()
        end = len(whole) if size is None or size < 0 else min(len(whole), self._place + size)
        part, self._place = whole[self._place:end], max(end, self._place)
        return part

    def readline(self):
        whole = self._all()
        end = whole.find(b'\n', self._place) + 1
        return self.read((end if end else len(whole)) - self._place)

    def readlines(self):
        lines = []
        while self._place < len(self._all()):
            lines.append(self.readline())
        return lines

    def __iter__(self):
        return iter(self.readlines())

    def getvalue(self):
        return self._all()

    def seek(self, place, whence=0):
        if place or whence:
            self._place = place + (0, self._place, len(self._all()))[whence]
        else:
            self._place = 0
        return self._place

    def tell(self):
        return self._place

    def flush(self):
        pass

    def close(self):
        self.closed = True

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.close()
        return False


class UnsupportedOperation(OSError, ValueError):
    pass


class _TextFile(StringIO):
    """What open() gives: all of the text was read."""

    mode, encoding, closed = 'r', 'UTF-8', False

    def __init__(self, text, name):
        super().__init__(text)
        self.name = name

    def write(self, text):
        raise UnsupportedOperation('not writable')

    def close(self):
        self.closed = True

    def __exit__(self, kind, value, traceback):
        self.close()
        return False

    def _open(self):
        if self.closed:
            raise ValueError('I/O operation on closed file.')

    def read(self, size=-1):
        self._open()
        return super().read(size)

    def readline(self):
        self._open()
        return super().readline()

    def __repr__(self):
        return f"<_io.TextIOWrapper name={self.name!r} mode='r' encoding='UTF-8'>"


class _BytesFile(BytesIO):
    """What open() gives for bytes: they are read when they are asked for."""

    mode = 'rb'

    def __init__(self, name):
        super().__init__()
        _files.part(name, None, None, 0, 0)  # which says so where there is none
        self.name, self._bytes = name, None

    def _all(self):
        if self._bytes is None and not self.closed:
            self._bytes = bytes(_files.part(self.name, None, None, 0, None)[0])
        return super()._all()

    def write(self, b):
        raise UnsupportedOperation('write')

    def __repr__(self):
        return f"<_io.BufferedReader name={self.name!r}>"


def _named(file):
    """The name of a file that is open for its bytes; all else as it is."""
    return file.name if isinstance(file, _BytesFile) else file


def __getattr__(name):
    raise NotImplementedError(f'io.{name}: qkv writes no files; open(...) reads, and io.StringIO and io.BytesIO are there')
