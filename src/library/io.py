"""io: text in memory, which text read from a file is as well."""


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


def __getattr__(name):
    raise NotImplementedError(f'io.{name}: qkv writes no files; open(...) reads text, and io.StringIO is there')
