"""numpy.random: what NumPy's legacy generator makes of the numbers that it draws."""
from numbers import Integral
import numpy as np
from _qkv import builtin

twister = _Twister(None)


@builtin
def seed(seed=None):
    global twister
    if isinstance(seed, int) and not 0 <= seed < 2 ** 32:
        raise ValueError('Seed must be between 0 and 2**32 - 1')
    twister = _Twister(seed)


@builtin
def get_state():
    return twister.copy()


@builtin
def set_state(state):
    global twister
    if not isinstance(state, _Twister):
        raise TypeError('set_state() expects what get_state() gave, not ' + type(state).__name__)
    twister = state.copy()


def _number(given):
    if getattr(given, 'size', 1) != 1:
        raise NotImplementedError('np.random with an array as a parameter is not there in qkv; '
                                  'one number is')
    return float(given)


@builtin
def random(size=None):
    return twister.random(size)


random_sample = ranf = random


@builtin
def rand(*sizes):
    return twister.random(sizes or None)


@builtin
def standard_normal(size=None):
    return twister.standard_normal(size)


@builtin
def randn(*sizes):
    return twister.standard_normal(sizes or None)


@builtin
def normal(loc=0.0, scale=1.0, size=None):
    loc, scale = _number(loc), _number(scale)
    if scale < 0:
        raise ValueError('scale < 0')
    return twister.standard_normal(size, loc, scale)


@builtin
def uniform(low=0.0, high=1.0, size=None):
    low = _number(low)
    return twister.random(size, low, _number(high) - low)


@builtin
def randint(low, high=None, size=None, dtype=np.int64):
    ends = (0, low) if high is None else (low, high)
    first, end = [int(_number(given)) for given in ends]
    if first >= end:
        raise ValueError('high <= 0' if high is None else 'low >= high')
    if size is not None and np.dtype(dtype) != np.dtype(np.int64):
        raise NotImplementedError('np.random.randint(dtype=...) is not there in qkv; .astype(...) '
                                  'afterwards is')
    return twister.integers(first, end - 1, size)


def permutation(x):
    if isinstance(x, Integral):
        return twister.order(x)
    array = np.asarray(x)
    return array[twister.order(len(array))]


def shuffle(x):
    items = [x[i].copy() for i in range(len(x))] if isinstance(x, np.ndarray) else list(x)
    order = twister.order(len(items)).tolist()
    for place in range(len(items)):
        x[place] = items[order[place]]


def _find(cumulated, draws):
    places = []
    for draw in draws:
        place = 0
        while place < len(cumulated) - 1 and cumulated[place] <= draw:
            place += 1
        places.append(place)
    return places


def _cumulated(weights):
    sums = []
    total = 0.0
    for weight in weights:
        total += weight
        sums.append(total)
    return [value / total for value in sums]


def _distinct(weights, count):
    weights = list(weights)
    found = []
    while len(found) < count:
        draws = rand(count - len(found)).tolist()
        for place in found:
            weights[place] = 0.0
        for place in _find(_cumulated(weights), draws):
            if place not in found:
                found.append(place)
    return found


def choice(a, size=None, replace=True, p=None):
    things = np.arange(a) if isinstance(a, Integral) else np.asarray(a)
    shape = () if size is None else (size,) if isinstance(size, Integral) else tuple(size)
    count = 1
    for n in shape:
        count *= n
    if len(things) == 0 and count > 0:
        raise ValueError("'a' cannot be empty unless no samples are taken")
    if not replace and count > len(things):
        raise ValueError("Cannot take a larger sample than population when 'replace=False'")
    if p is not None:
        weights = [float(weight) for weight in p]
        if len(weights) != len(things):
            raise ValueError("'a' and 'p' must have same size")
        if abs(sum(weights) - 1) > 1e-8:
            raise ValueError("probabilities do not sum to 1")
    if replace and p is None:
        places = [randint(0, len(things)) for i in range(count)]
    elif replace:
        places = _find(_cumulated(weights), rand(count).tolist())
    elif p is None:
        places = twister.order(len(things)).tolist()[:count]
    else:
        places = _distinct(weights, count)
    if size is None:
        return things[places[0]]
    return things[np.array(places, dtype=np.int64).reshape(shape)]


def exponential(scale=1.0, size=None):
    return -scale * np.log1p(-random(size))


standard_exponential = exponential


class _Kept:
    """A function of numpy.random that draws from another generator."""

    def __init__(self, owner, name):
        self._owner = owner
        self._function = getattr(np.random, name)

    def __call__(self, *args, **kwargs):
        before = get_state()
        set_state(self._owner._state)
        found = self._function(*args, **kwargs)
        self._owner._state = get_state()
        set_state(before)
        return found


class RandomState:
    """The legacy generator once more, with a seed of its own."""

    def __init__(self, seed=None):
        before = get_state()
        np.random.seed(seed)
        self._state = get_state()
        set_state(before)

    def __getattr__(self, name):
        if name[0] == '_':
            raise AttributeError(f"'RandomState' object has no attribute '{name}'")
        return _Kept(self, name)


from numpy.random._generator import Generator, default_rng
