"""tqdm: a loop without its bar."""


class tqdm:
    def __init__(self, iterable=None, *args, **keywords):
        self.iterable = iterable
        self.total = keywords.get("total")
        self.n = 0

    def __iter__(self):
        for item in self.iterable:
            yield item

    def __len__(self):
        return len(self.iterable)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False

    def update(self, n=1):
        self.n += n

    def set_description(self, desc=None, refresh=True):
        pass

    def set_postfix(self, *args, **keywords):
        pass

    def close(self):
        pass

    def write(self, s):
        print(s)


def trange(*args, **keywords):
    return tqdm(range(*args), **keywords)
