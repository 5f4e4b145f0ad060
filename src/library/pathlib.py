"""pathlib: paths as texts; files are there that the program may read."""
import os


class PurePath:
    def __init__(self, *parts):
        self._text = os.path.join(*[str(part) for part in parts]) if parts else '.'
        while len(self._text) > 1 and self._text.endswith('/'):
            self._text = self._text[:-1]

    def __truediv__(self, other):
        return type(self)(self, other)

    def __rtruediv__(self, other):
        return type(self)(other, self)

    def __str__(self):
        return self._text

    __fspath__ = as_posix = __str__

    def __repr__(self):
        return f'{"PosixPath" if type(self) is Path else type(self).__name__}({self._text!r})'

    def __eq__(self, other):
        return isinstance(other, PurePath) and self._text == other._text

    def __hash__(self):
        return hash(self._text)

    def __lt__(self, other):
        return self._text < other._text

    @property
    def name(self):
        return self._text.split('/')[-1]

    @property
    def suffix(self):
        place = self.name.rfind('.')
        return self.name[place:] if 0 < place < len(self.name) - 1 else ''

    @property
    def stem(self):
        return self.name[:len(self.name) - len(self.suffix)]

    @property
    def parent(self):
        place = self._text.rfind('/')
        return type(self)('.' if place < 0 else self._text[:place] or '/')

    @property
    def parts(self):
        root = ('/',) if self._text.startswith('/') else ()
        return root + tuple([part for part in self._text.split('/') if part])

    def with_suffix(self, suffix):
        return type(self)(self._text[:len(self._text) - len(self.suffix)] + suffix)

    def joinpath(self, *others):
        return type(self)(self, *others)


class Path(PurePath):
    def exists(self):
        return os.path.exists(self)

    def is_file(self):
        return os.path.isfile(self)

    def is_dir(self):
        return os.path.isdir(self)

    def mkdir(self, mode=511, parents=False, exist_ok=False):
        if exist_ok and self.is_dir():
            return
        if parents:
            os.makedirs(self._text)
        else:
            os.mkdir(self._text)

    def open(self, mode='r', buffering=-1, encoding=None, errors=None, newline=None):
        return open(self, mode, buffering, encoding, errors, newline)

    def read_text(self, encoding=None, errors=None):
        return open(self, encoding=encoding).read()

    def expanduser(self):
        return self

    resolve = absolute = expanduser

    def __getattr__(self, name):
        if name[0] == '_':
            raise AttributeError(f"'PosixPath' object has no attribute '{name}'")
        raise NotImplementedError(f'pathlib.Path.{name} is not there in qkv; open() and read_text() are')


PosixPath, PurePosixPath = Path, PurePath
