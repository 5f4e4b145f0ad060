"""tqdm: a loop without its bar."""


class tqdm:
    def __init__(self, iterable=None, *args, **keywords):
        self.iterable = iterable
        self.total = keywords.get("total")
        self.n = keywords.get("initial", 0)

    def __iter__(self):
        for item in self.iterable:
            yield item
            self.n += 1

    def __len__(self):
        return len(self.iterable)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False

    def update(self, n=1):
        self.n += n

    def set_description(self, *args, **keywords):
        pass

    set_description_str = set_postfix = set_postfix_str = refresh = set_description

    def close(self):
        pass

    @staticmethod
    def write(s, file=None, end="\n", nolock=False):
        print(s, file=file, end=end)


def trange(*args, **keywords):
    return tqdm(range(*args), **keywords)
