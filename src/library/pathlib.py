"""pathlib: paths as texts; files are there that the program may read."""
import os


class PurePath:
    def __init__(self, *parts):
        text = os.path.join(*parts) if parts else ''
        kept = '/'.join([part for part in text.split('/') if part not in ('', '.')])
        self._text = ('/' if text.startswith('/') else '') + kept or '.'

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
        return self.parts[-1].strip('/') if self.parts else ''

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
        return root + tuple([part for part in self._text.split('/') if part not in ('', '.')])

    @property
    def parents(self):
        above, path = [], self
        while path.parent != path:
            path = path.parent
            above.append(path)
        return tuple(above)

    @property
    def suffixes(self):
        return ['.' + part for part in self.name.lstrip('.').split('.')[1:]]

    def is_absolute(self):
        return self._text.startswith('/')

    def is_relative_to(self, other):
        other = type(self)(other).parts
        return self.parts[:len(other)] == other

    def relative_to(self, other):
        if not self.is_relative_to(other):
            raise ValueError(f"{self._text!r} is not in the subpath of {str(other)!r}")
        rest = self.parts[len(type(self)(other).parts):]
        return type(self)(*rest)

    def with_name(self, name):
        return self.parent / name

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

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

    def read_bytes(self):
        return open(self, 'rb').read()

    def expanduser(self):
        return self

    def resolve(self, strict=False):
        return type(self)(os.path.abspath(self))

    def absolute(self):
        return type(self)(os.getcwd(), self)

    @classmethod
    def cwd(cls):
        return cls(os.getcwd())

    def __getattr__(self, name):
        if name[0] == '_':
            raise AttributeError(f"'PosixPath' object has no attribute '{name}'")
        raise NotImplementedError(f'pathlib.Path.{name} is not there in qkv; open() and read_text() are')


PosixPath, PurePosixPath = Path, PurePath
