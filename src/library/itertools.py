"""itertools: ways to run through things."""
from operator import index


class count:
    def __init__(self, start=0, step=1):
        if isinstance(start, (str, list, tuple, dict)) or start is None:
            raise TypeError('a number is required')
        plain = isinstance(start, int) and isinstance(step, int) and step == 1
        self._next, self._step = int(start) if plain else start, step

    def __iter__(self):
        return self

    def __next__(self):
        value = self._next
        self._next = value + self._step
        return value

    def __repr__(self):
        step = '' if isinstance(self._step, int) and self._step == 1 else f', {self._step!r}'
        return f'count({self._next!r}{step})'


def cycle(iterable):
    items = []
    for item in iterable:
        yield item
        items.append(item)
    while items:
        for item in items:
            yield item


class repeat:
    def __init__(self, object, times=None):
        self._object, self._times = object, times if times is None else max(index(times), 0)

    def __iter__(self):
        return self

    def __next__(self):
        if self._times is not None:
            if not self._times:
                raise StopIteration
            self._times -= 1
        return self._object

    def __repr__(self):
        times = '' if self._times is None else f', {self._times}'
        return f'repeat({self._object!r}{times})'


def chain_iterables(iterables):
    for iterable in iterables:
        for item in iterable:
            yield item


def chain(*iterables):
    return chain_iterables(iterables)


chain.from_iterable = chain_iterables


def accumulate(iterable, func=None, *, initial=None):
    total = initial
    started = initial is not None
    if started:
        yield total
    for item in iterable:
        if not started:
            total = item
            started = True
        elif func is None:
            total = total + item
        else:
            total = func(total, item)
        yield total


def islice(iterable, *args):
    bounds = slice(*(each if each is None else index(each) for each in args))
    start = bounds.start or 0
    step = bounds.step or 1
    for bound in (start, bounds.stop or 0):
        if bound < 0:
            raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    return sliced(iter(iterable), start, bounds.stop, step)


def sliced(items, start, stop, step):
    at = 0
    wanted = start
    if stop is not None and stop <= start:
        return
    for item in items:
        if at == wanted:
            yield item
            wanted += step
        at += 1
        if stop is not None and (at >= stop or wanted >= stop):
            return


def starmap(function, iterable):
    for args in iterable:
        yield function(*args)


def takewhile(predicate, iterable):
    for item in iterable:
        if not predicate(item):
            return
        yield item


def dropwhile(predicate, iterable):
    dropping = True
    for item in iterable:
        if dropping and predicate(item):
            continue
        dropping = False
        yield item


def filterfalse(predicate, iterable):
    for item in iterable:
        if not (predicate(item) if predicate is not None else item):
            yield item


def compress(data, selectors):
    for item, selected in zip(data, selectors):
        if selected:
            yield item


def pairwise(iterable):
    started = False
    before = None
    for item in iterable:
        if started:
            yield before, item
        before = item
        started = True


def batched(iterable, n, *, strict=False):
    if n < 1:
        raise ValueError("n must be at least one")
    batch = []
    for item in iterable:
        batch.append(item)
        if len(batch) == n:
            yield tuple(batch)
            batch = []
    if batch:
        if strict:
            raise ValueError("batched(): incomplete batch")
        yield tuple(batch)


def zip_longest(*iterables, fillvalue=None):
    columns = [list(iterable) for iterable in iterables]
    longest = max([len(column) for column in columns], default=0)
    for i in range(longest):
        yield tuple([column[i] if i < len(column) else fillvalue for column in columns])


def tee(iterable, n=2):
    items = list(iterable)
    return tuple([iter(items) for i in range(n)])


def groupby(iterable, key=None):
    group = []
    started = False
    last = None
    for item in iterable:
        now = item if key is None else key(item)
        if started and now != last:
            yield last, iter(group)
            group = []
        group.append(item)
        last = now
        started = True
    if started:
        yield last, iter(group)


def product(*iterables, repeat=1):
    pools = [tuple(pool) for pool in iterables] * repeat
    places = [0] * len(pools)
    if any(len(pool) == 0 for pool in pools):
        return
    while True:
        yield tuple([pool[place] for pool, place in zip(pools, places)])
        i = len(pools) - 1
        while i >= 0 and places[i] == len(pools[i]) - 1:
            places[i] = 0
            i -= 1
        if i < 0:
            return
        places[i] += 1


def permutations(iterable, r=None):
    pool = tuple(iterable)
    n = len(pool)
    r = n if r is None else r
    if r > n:
        return
    indices = list(range(n))
    cycles = list(range(n, n - r, -1))
    yield tuple([pool[i] for i in indices[:r]])
    while n:
        for i in reversed(range(r)):
            cycles[i] -= 1
            if cycles[i] == 0:
                indices[i:] = indices[i + 1:] + indices[i:i + 1]
                cycles[i] = n - i
            else:
                j = cycles[i]
                indices[i], indices[-j] = indices[-j], indices[i]
                yield tuple([pool[i] for i in indices[:r]])
                break
        else:
            return


def combinations(iterable, r):
    pool = tuple(iterable)
    n = len(pool)
    if r > n:
        return
    indices = list(range(r))
    yield tuple([pool[i] for i in indices])
    while True:
        for i in reversed(range(r)):
            if indices[i] != i + n - r:
                break
        else:
            return
        indices[i] += 1
        for j in range(i + 1, r):
            indices[j] = indices[j - 1] + 1
        yield tuple([pool[i] for i in indices])


def combinations_with_replacement(iterable, r):
    pool = tuple(iterable)
    n = len(pool)
    if not n and r:
        return
    indices = [0] * r
    yield tuple([pool[i] for i in indices])
    while True:
        for i in reversed(range(r)):
            if indices[i] != n - 1:
                break
        else:
            return
        indices[i:] = [indices[i] + 1] * (r - i)
        yield tuple([pool[i] for i in indices])
