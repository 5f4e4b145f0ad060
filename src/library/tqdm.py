"""tqdm: a loop whose bar is the line in which qkv says how far a program has come."""

try:
    from _qkv import progress as _progress
except ImportError:  # Python itself, in the tests
    def _progress(*how_far):
        pass


class tqdm:
    def __init__(self, iterable=None, *args, **keywords):
        self.iterable = iterable
        self.total = keywords.get("total")
        if self.total is None and hasattr(iterable, "__len__"):
            self.total = len(iterable)
        self.n = keywords.get("initial", 0)

    def __iter__(self):
        for item in self.iterable:
            yield item
            self.update()
        self.close()

    def __len__(self):
        return len(self.iterable)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.close()
        return False

    def update(self, n=1):
        self.n += n
        if isinstance(self.total, int) and isinstance(self.n, int):
            _progress(self.n, self.total)

    def set_description(self, *args, **keywords):
        pass

    set_description_str = set_postfix = set_postfix_str = refresh = set_description

    def close(self):
        _progress(0, 0)

    @staticmethod
    def write(s, file=None, end="\n", nolock=False):
        print(s, file=file, end=end)


def trange(*args, **keywords):
    return tqdm(range(*args), **keywords)
