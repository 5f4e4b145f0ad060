"""functools: functions made from functions."""

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__")


def reduce(function, iterable, *initial):
    items = iter(iterable)
    if initial:
        value = initial[0]
    else:
        items = list(items)
        if not items:
            raise TypeError("reduce() of empty iterable with no initial value")
        value = items.pop(0)
    for item in items:
        value = function(value, item)
    return value


class partial:
    def __init__(self, func, /, *args, **keywords):
        if not callable(func):
            raise TypeError("the first argument must be callable")
        if isinstance(func, partial):  # what was given there is given first
            args, keywords = (*func.args, *args), {**func.keywords, **keywords}
            func = func.func
        self.func, self.args, self.keywords = func, args, keywords

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})

    def __repr__(self):
        parts = [repr(self.func)]
        parts.extend(repr(item) for item in self.args)
        parts.extend(f"{name}={value!r}" for name, value in self.keywords.items())
        return "functools.partial(" + ", ".join(parts) + ")"


class partialmethod:
    def __init__(self, func, /, *args, **keywords):
        self.func = func
        self.args = args
        self.keywords = keywords

    def __get__(self, instance, owner=None):
        return partial(self.func, instance, *self.args, **self.keywords)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=()):
    for name in assigned:
        if hasattr(wrapped, name):
            setattr(wrapper, name, getattr(wrapped, name))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=()):
    return lambda wrapper: update_wrapper(wrapper, wrapped, assigned, updated)


class CacheInfo:
    def __init__(self, hits, misses, maxsize, currsize):
        self.hits = hits
        self.misses = misses
        self.maxsize = maxsize
        self.currsize = currsize

    def __repr__(self):
        return (f"CacheInfo(hits={self.hits}, misses={self.misses}, maxsize={self.maxsize}, "
                f"currsize={self.currsize})")


def cache_key(args, keywords, typed):
    """Keys of different types are equal where their values are: True, 1 and 1.0. As in Python, a
    lone int or str is its own key, which a lone bool or float in a tuple does not equal."""
    if typed:
        types = tuple([type(item) for item in [*args, *keywords.values()]])
        return args, tuple(keywords.items()), types
    if keywords:
        return args, tuple(keywords.items())
    if len(args) == 1 and type(args[0]) in (int, str):
        return args[0]
    return args


def cached(function, maxsize, typed=False):
    results = {}
    counts = [0, 0]

    def wrapper(*args, **keywords):
        key = cache_key(args, keywords, typed)
        if key in results:
            counts[0] += 1
            value = results.pop(key)
        else:
            counts[1] += 1
            value = function(*args, **keywords)
            if maxsize is not None and len(results) >= maxsize and results:
                results.pop(next(iter(results)))
        if maxsize != 0:
            results[key] = value
        return value

    def cache_clear():
        results.clear()
        counts[0] = counts[1] = 0

    update_wrapper(wrapper, function)
    wrapper.cache_info = lambda: CacheInfo(counts[0], counts[1], maxsize, len(results))
    wrapper.cache_clear = cache_clear
    return wrapper


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return cached(maxsize, 128)
    return lambda function: cached(function, maxsize, typed)


def cache(function):
    return cached(function, None)


class cached_property:
    def __init__(self, func):
        self.func = func
        self.name = func.__name__

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.name not in instance.__dict__:
            instance.__dict__[self.name] = self.func(instance)
        return instance.__dict__[self.name]


def cmp_to_key(compare):
    class Key:
        def __init__(self, item):
            self.item = item

        def __lt__(self, other):
            return compare(self.item, other.item) < 0

        def __gt__(self, other):
            return compare(self.item, other.item) > 0

        def __eq__(self, other):
            return compare(self.item, other.item) == 0

        def __le__(self, other):
            return compare(self.item, other.item) <= 0

        def __ge__(self, other):
            return compare(self.item, other.item) >= 0

    return Key


def total_ordering(cls):
    def less_or_equal(self, other):
        return self < other or self == other

    def greater(self, other):
        return not (self < other or self == other)

    def greater_or_equal(self, other):
        return not self < other

    cls.__le__ = less_or_equal
    cls.__gt__ = greater
    cls.__ge__ = greater_or_equal
    return cls


def singledispatch(function):
    kinds = {}

    def register(kind):
        def add(handler):
            kinds[kind] = handler
            return handler
        return add

    def wrapper(*args, **keywords):
        for kind in type(args[0]).__mro__:
            if kind in kinds:
                return kinds[kind](*args, **keywords)
        return function(*args, **keywords)

    wrapper.register = register
    return wrapper
