"""numpy.random.Generator: what NumPy's newer generator makes of the numbers that it draws."""
from numbers import Integral
import numpy as np

PCG64 = np.random.PCG64


def _shaped(values, size):
    if size is None:
        return values[0]
    return values.reshape((size,) if isinstance(size, Integral) else tuple(size))


def _count(size):
    count = 1
    for n in () if size is None else (size,) if isinstance(size, Integral) else size:
        count *= n
    return count


def _plain(dtype):
    if np.dtype(dtype) != np.dtype(np.float64):
        raise NotImplementedError('numpy.random.Generator draws float64 in qkv; .astype(...) '
                                  'afterwards makes others')


class Generator:
    def __init__(self, bit_generator):
        self.bit_generator = bit_generator

    def random(self, size=None, dtype=np.float64):
        _plain(dtype)
        return self.bit_generator.random(size)

    def standard_normal(self, size=None, dtype=np.float64):
        _plain(dtype)
        return self.bit_generator.standard_normal(size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        return loc + scale * self.bit_generator.standard_normal(size)

    def uniform(self, low=0.0, high=1.0, size=None):
        return low + (high - low) * self.bit_generator.random(size)

    def integers(self, low, high=None, size=None, dtype=np.int64, endpoint=False):
        if np.dtype(dtype) != np.dtype(np.int64):
            raise NotImplementedError('numpy.random.Generator.integers draws int64 in qkv; '
                                      '.astype(...) afterwards makes others')
        low, high = (0, low) if high is None else (low, high)
        drawn = self.bit_generator.integers(low, high if endpoint else high - 1, size)
        return np.int64(drawn) if size is None else drawn

    def permutation(self, x):
        things = np.arange(x) if isinstance(x, Integral) else np.asarray(x)
        return things[self.bit_generator.order(len(things))]

    def shuffle(self, x):
        items = [x[i].copy() for i in range(len(x))] if isinstance(x, np.ndarray) else list(x)
        for place, item in enumerate(self.bit_generator.order(len(items)).tolist()):
            x[place] = items[item]

    def choice(self, a, size=None, replace=True, p=None):
        things = np.arange(a) if isinstance(a, Integral) else np.asarray(a)
        count = _count(size)
        if not replace:
            raise NotImplementedError('Generator.choice(replace=False) is not there in qkv; '
                                      'Generator.permutation is')
        if p is None:
            places = self.bit_generator.integers(0, len(things) - 1, count)
        else:
            cumulated = np.cumsum(np.asarray(p))
            cumulated = cumulated / cumulated[-1]
            places = np.searchsorted(cumulated, self.bit_generator.random(count), side='right')
        chosen = _shaped(things[places], size)
        return int(chosen) if isinstance(a, Integral) and size is None else chosen

    def __getattr__(self, name):
        if name[0] == '_':
            raise AttributeError(f"'Generator' object has no attribute '{name}'")
        raise NotImplementedError(f'numpy.random.Generator.{name} is not there in qkv; '
                                  'standard_normal, random and integers are')

    def __repr__(self):
        return f'Generator(PCG64) at 0x{id(self):X}'

    def __str__(self):
        return 'Generator(PCG64)'


def default_rng(seed=None):
    return seed if isinstance(seed, Generator) else Generator(PCG64(seed))
