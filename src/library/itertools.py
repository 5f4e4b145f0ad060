"""itertools: iterators made from iterators."""


def count(start=0, step=1):
    while True:
        yield start
        start += step


def cycle(iterable):
    kept = []
    for item in iterable:
        yield item
        kept.append(item)
    while kept:
        for item in kept:
            yield item


def repeat(object, times=None):
    while times is None or times > 0:
        yield object
        times = None if times is None else times - 1


class chain:
    def __init__(self, *iterables):
        self._items = self._run_through(iterables)

    @classmethod
    def from_iterable(cls, iterables):
        made = cls()
        made._items = made._run_through(iterables)
        return made

    def _run_through(self, iterables):
        for iterable in iterables:
            yield from iterable

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._items)


def islice(iterable, *bounds):
    cut = slice(*bounds)
    start = 0 if cut.start is None else cut.start
    step = 1 if cut.step is None else cut.step
    if start < 0 or step < 1 or (cut.stop is not None and cut.stop < 0):
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    return _slice_items(iter(iterable), start, cut.stop, step)


def _slice_items(items, start, stop, step):
    at, wanted = 0, start
    while stop is None or at < stop:
        try:
            item = next(items)
        except StopIteration:
            return
        if at == wanted:
            yield item
            wanted += step
        at += 1


def takewhile(predicate, iterable):
    for item in iterable:
        if not predicate(item):
            return
        yield item


def dropwhile(predicate, iterable):
    items = iter(iterable)
    for item in items:
        if not predicate(item):
            yield item
            break
    yield from items


def filterfalse(predicate, iterable):
    for item in iterable:
        if not (item if predicate is None else predicate(item)):
            yield item


def compress(data, selectors):
    return (item for item, selected in zip(data, selectors) if selected)


def starmap(function, iterable):
    for arguments in iterable:
        yield function(*arguments)


def accumulate(iterable, func=None, *, initial=None):
    items = iter(iterable)
    total = initial
    if initial is None:
        try:
            total = next(items)
        except StopIteration:
            return
    yield total
    for item in items:
        total = total + item if func is None else func(total, item)
        yield total


def pairwise(iterable):
    items = iter(iterable)
    try:
        before = next(items)
    except StopIteration:
        return
    for item in items:
        yield before, item
        before = item


def zip_longest(*iterables, fillvalue=None):
    sources = [iter(iterable) for iterable in iterables]
    left = len(sources)
    while left:
        row = []
        for i, source in enumerate(sources):
            if source is None:
                row.append(fillvalue)
                continue
            try:
                row.append(next(source))
            except StopIteration:
                sources[i] = None
                left -= 1
                row.append(fillvalue)
        if left:
            yield tuple(row)


def product(*iterables, repeat=1):
    pools = [tuple(iterable) for iterable in iterables] * repeat
    if not all(pools):
        return
    at = [0] * len(pools)
    while True:
        yield tuple([pool[i] for pool, i in zip(pools, at)])
        place = len(pools) - 1
        while place >= 0 and at[place] == len(pools[place]) - 1:
            at[place] = 0
            place -= 1
        if place < 0:
            return
        at[place] += 1


def permutations(iterable, r=None):
    pool = tuple(iterable)
    size = len(pool)
    r = size if r is None else r
    for at in product(range(size), repeat=r):
        if len(set(at)) == r:
            yield tuple([pool[i] for i in at])


def combinations(iterable, r):
    pool = tuple(iterable)
    size = len(pool)
    if r > size:
        return
    at = list(range(r))
    while True:
        yield tuple([pool[i] for i in at])
        place = r - 1
        while place >= 0 and at[place] == place + size - r:
            place -= 1
        if place < 0:
            return
        at[place] += 1
        for j in range(place + 1, r):
            at[j] = at[j - 1] + 1


def combinations_with_replacement(iterable, r):
    pool = tuple(iterable)
    for at in product(range(len(pool)), repeat=r):
        if sorted(at) == list(at):
            yield tuple([pool[i] for i in at])


class groupby:
    def __init__(self, iterable, key=None):
        self._items = iter(iterable)
        self._key = (lambda item: item) if key is None else key
        self._wanted = self._now = self._value = self  # a key that no item has

    def __iter__(self):
        return self

    def __next__(self):
        while self._now is self._wanted or self._now == self._wanted:
            self._value = next(self._items)
            self._now = self._key(self._value)
        self._wanted = self._now
        return self._now, self._group(self._now)

    def _group(self, key):
        while self._now == key:
            yield self._value
            try:
                self._value = next(self._items)
            except StopIteration:
                self._now = self
                return
            self._now = self._key(self._value)


def tee(iterable, n=2):
    items = iter(iterable)
    kept = []

    def branch():
        at = 0
        while True:
            if at == len(kept):
                try:
                    kept.append(next(items))
                except StopIteration:
                    return
            yield kept[at]
            at += 1

    return tuple([branch() for _ in range(n)])
