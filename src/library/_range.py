"""range where a bound has more than 64 bits, and what is seldom asked of any; src/lang/containers/type_range.c
makes it."""
from _qkv import index

_plain = range


class range:
    __module__ = 'builtins'

    def __init__(self, start, stop, step):
        if step == 0:
            raise ValueError("range() arg 3 must not be zero")
        self.start, self.stop, self.step = start, stop, step
        self._count = max((stop - start + step - (1 if step > 0 else -1)) // step, 0)

    def __len__(self):
        if self._count >= 1 << 63:
            raise OverflowError("Python int too large to convert to C ssize_t")
        return self._count

    def __bool__(self):
        return self._count > 0

    def __iter__(self):
        at = self.start
        while at < self.stop if self.step > 0 else at > self.stop:
            yield at
            at += self.step

    def __reversed__(self):
        for place in _plain(self._count):
            yield self[self._count - 1 - place]

    def __getitem__(self, key):
        if isinstance(key, slice):
            step = 1 if key.step is None else index(key.step)
            whole = _large(0, self._count, 1)
            start = (0 if step > 0 else self._count - 1) if key.start is None else whole._place(key.start, step)
            stop = (self._count if step > 0 else -1) if key.stop is None else whole._place(key.stop, step)
            return _plain(self.start + start * self.step, self.start + stop * self.step, step * self.step)
        key = index(key)
        place = key + self._count if key < 0 else key
        if not 0 <= place < self._count:
            raise IndexError("range object index out of range")
        return self.start + place * self.step

    def _place(self, bound, step):
        bound = index(bound)
        bound = bound + self._count if bound < 0 else bound
        low, high = (0, self._count) if step > 0 else (-1, self._count - 1)
        return min(max(bound, low), high)

    def __contains__(self, item):
        if not isinstance(item, (int, float)) or item != item // 1:
            return False
        inside = self.start <= item < self.stop if self.step > 0 else self.stop < item <= self.start
        return inside and (int(item) - self.start) % self.step == 0

    def index(self, value):
        if value not in self:
            raise ValueError(f"{value!r} is not in range")
        return (int(value) - self.start) // self.step

    def count(self, value):
        return int(value in self)

    def _key(self):
        return (self._count, self.start if self._count else None, self.step if self._count > 1 else None)

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        by = '' if self.step == 1 else f', {self.step}'
        return f'range({self.start}, {self.stop}{by})'


_large = range
