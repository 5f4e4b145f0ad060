"""collections: named tuples, counters, deques, and dicts with a little more."""

from _qkv import count_elements, set_first
from itertools import chain
from operator import index, itemgetter


def tuple_members(typename, fields, given):
    def create(cls, *args, **keywords):
        values = dict(zip(fields, args))
        if len(args) > len(fields):
            raise TypeError(f"{typename}.__new__() takes {len(fields) + 1} positional arguments "
                            f"but {len(args) + 1} were given")
        for name, value in keywords.items():
            if name not in fields:
                raise TypeError(f"{typename}.__new__() got an unexpected keyword argument "
                                f"{name!r}")
            if name in values:
                raise TypeError(f"{typename}.__new__() got multiple values for argument {name!r}")
            values[name] = value
        values = {**given, **values}
        missing = [repr(name) for name in fields if name not in values]
        if missing:
            plural = "s" if len(missing) > 1 else ""
            names = " and ".join(missing) if len(missing) < 3 else (
                ", ".join(missing[:-1]) + ", and " + missing[-1])
            raise TypeError(f"{typename}.__new__() missing {len(missing)} required positional "
                            f"argument{plural}: {names}")
        return tuple.__new__(cls, [values[name] for name in fields])

    def show(self):
        parts = [f"{name}={value!r}" for name, value in zip(fields, self)]
        return f"{typename}({', '.join(parts)})"

    def replace(self, **keywords):
        return type(self)(**{**self._asdict(), **keywords})

    members = {
        "__new__": create,
        "__repr__": show,
        "_replace": replace,
        "_asdict": lambda self: dict(zip(fields, self)),
        "_make": classmethod(lambda cls, values: cls(*values)),
        "_fields": fields,
        "_field_defaults": given,
    }
    for index, name in enumerate(fields):
        members[name] = property(itemgetter(index))
    return members


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    fields = tuple(field_names)
    seen = set()
    for name in fields:
        if not name.isidentifier():
            raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
        if name in seen:
            raise ValueError(f"Encountered duplicate field name: {name!r}")
        seen.add(name)
    given = dict(zip(fields[len(fields) - len(defaults):], defaults)) if defaults else {}
    return type(typename, (tuple,), tuple_members(typename, fields, given))


# ---- OrderedDict and defaultdict -----------------------------------------------------------------

_printing = []


def _once(show):
    """A container that is in itself shows as three dots there."""
    def guarded(self):
        if any(self is other for other in _printing):
            return "..."
        _printing.append(self)
        try:
            return show(self)
        finally:
            _printing.pop()
    return guarded


class _Copied(dict):
    """A dict whose copies and unions are of its class."""

    def copy(self):
        return type(self)(self)

    __copy__ = copy

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        merged = self.copy()
        merged.update(other)
        return merged


class OrderedDict(_Copied):
    def __eq__(self, other):
        same = dict.__eq__(self, other)
        return list(self) == list(other) if same is True and isinstance(other, OrderedDict) else same

    def __repr__(self):
        return f"{type(self).__name__}({dict(self)!r})" if self else f"{type(self).__name__}()"

    __repr__ = _once(__repr__)

    def move_to_end(self, key, last=True):
        value = self.pop(key)
        if last:
            self[key] = value
        else:
            set_first(self, key, value)

    def popitem(self, last=True):
        if last or not self:
            return dict.popitem(self)
        key = next(iter(self))
        return key, self.pop(key)


class defaultdict(_Copied):
    def __init__(self, default_factory=None, /, *args, **keywords):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        self.default_factory = default_factory
        dict.__init__(self, *args, **keywords)

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self[key] = self.default_factory()
        return value

    def __repr__(self):
        return f"defaultdict({self.default_factory!r}, {dict(self)!r})"

    __repr__ = _once(__repr__)

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy


# What messages call them.
OrderedDict.__name__ = "collections.OrderedDict"
defaultdict.__name__ = "collections.defaultdict"


# ---- Counter -----------------------------------------------------------------------------------

class Counter(dict):
    """A dict of counts, where what is not there counts 0."""

    def __init__(self, iterable=None, /, **counts):
        self.update(iterable, **counts)

    def __missing__(self, key):
        return 0

    def __delitem__(self, key):
        if key in self:
            dict.__delitem__(self, key)

    def update(self, iterable=None, /, **counts):
        for given in (iterable, counts):
            if isinstance(given, dict):
                for key, count in given.items():
                    self[key] = count + self[key] if key in self else count
            elif given is not None:
                count_elements(self, given)

    def subtract(self, iterable=None, /, **counts):
        for given in (iterable, counts):
            if given is not None:
                for key, count in Counter(given).items():
                    self[key] = self.get(key, 0) - count

    def most_common(self, n=None):
        pairs = sorted(self.items(), key=itemgetter(1), reverse=True)
        return pairs if n is None else pairs[:max(index(n), 0)]

    def elements(self):
        return chain.from_iterable([key] * count for key, count in self.items())

    def total(self):
        return sum(self.values())

    def copy(self):
        return type(self)(self)

    def __repr__(self):
        name = type(self).__name__
        return f"{name}({dict(self.most_common())!r})" if self else f"{name}()"

    def _combined(self, other, choose):
        """A Counter of what `choose` makes of the counts of both; only positive ones stay."""
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for key in {**self, **other}:
            count = choose(self[key], other[key])
            if count > 0:
                result[key] = count
        return result

    def __add__(self, other):
        return self._combined(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._combined(other, lambda a, b: a - b)

    def __or__(self, other):
        return self._combined(other, lambda a, b: b if a < b else a)

    def __and__(self, other):
        return self._combined(other, lambda a, b: a if a < b else b)

    def __pos__(self):
        return self + Counter()

    def __neg__(self):
        return Counter() - self


# ---- deque -------------------------------------------------------------------------------------

printing = set()  # the deques that are being printed, one inside another


class deque:
    """A list that is added to and taken from at both ends, of a length that may be limited."""

    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None and index(maxlen) < 0:
            raise ValueError("maxlen must be non-negative")
        self._items = []
        self._limit = maxlen
        self._room = float("inf") if maxlen is None else maxlen
        self.extend(iterable)

    @property
    def maxlen(self):
        return self._limit

    def append(self, item, /):
        self._items.append(item)
        if len(self._items) > self._room:
            self._items.pop(0)

    def appendleft(self, item, /):
        self._items.insert(0, item)
        if len(self._items) > self._room:
            self._items.pop()

    def extend(self, iterable, /):
        self._items.extend([*iterable])
        if len(self._items) > self._room:
            del self._items[:len(self._items) - self._room]

    def extendleft(self, iterable, /):
        for item in list(iterable):
            self.appendleft(item)

    def pop(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop()

    def popleft(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop(0)

    def clear(self):
        self._items.clear()

    def reverse(self):
        self._items.reverse()

    def rotate(self, n=1, /):
        turn = -index(n)
        if self._items:
            turn %= len(self._items)
            self._items[:] = self._items[turn:] + self._items[:turn]

    def count(self, item, /):
        return self._items.count(item)

    def index(self, item, *limits):
        try:
            return self._items.index(item, *limits)
        except ValueError:
            raise ValueError(f"{item!r} is not in deque") from None

    def insert(self, place, item, /):
        if len(self._items) >= self._room:
            raise IndexError("deque already at its maximum size")
        self._items.insert(place, item)

    def remove(self, item, /):
        try:
            self._items.remove(item)
        except ValueError:
            raise ValueError(f"{item!r} is not in deque") from None

    def copy(self):
        return type(self)(self, self._limit)

    __copy__ = copy

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        items = self._items
        count = len(items)
        for item in items:
            yield item
            if len(items) != count:
                raise RuntimeError("deque mutated during iteration")

    def __reversed__(self):
        return reversed(self._items)

    def __contains__(self, item):
        return item in self._items

    def _place(self, place):
        place = index(place)
        if not -len(self._items) <= place < len(self._items):
            raise IndexError("deque index out of range")
        return place

    def __getitem__(self, place):
        return self._items[self._place(place)]

    def __setitem__(self, place, item):
        self._items[self._place(place)] = item

    def __delitem__(self, place):
        del self._items[self._place(place)]

    def __add__(self, other):
        if not isinstance(other, deque):
            return NotImplemented
        result = self.copy()
        result.extend(other)
        return result

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, deque) else NotImplemented

    __hash__ = None

    def __lt__(self, other):
        return self._items < other._items if isinstance(other, deque) else NotImplemented

    def __le__(self, other):
        return self._items <= other._items if isinstance(other, deque) else NotImplemented

    def __gt__(self, other):
        return self._items > other._items if isinstance(other, deque) else NotImplemented

    def __ge__(self, other):
        return self._items >= other._items if isinstance(other, deque) else NotImplemented

    def __repr__(self):
        if id(self) in printing:
            return "[...]"
        printing.add(id(self))
        try:
            limit = "" if self._limit is None else f", maxlen={self._limit}"
            return f"{type(self).__name__}({self._items!r}{limit})"
        finally:
            printing.remove(id(self))
