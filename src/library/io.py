"""io: text in memory. Files cannot be reached."""


class StringIO:
    def __init__(self, initial_value=''):
        self._text = initial_value
        self._place = 0

    def write(self, text):
        self._text = self._text[:self._place] + text + self._text[self._place + len(text):]
        self._place += len(text)
        return len(text)

    def read(self):
        text = self._text[self._place:]
        self._place = len(self._text)
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


def __getattr__(name):
    raise NotImplementedError(f'io.{name}: qkv reads and writes no files; io.StringIO is there')
