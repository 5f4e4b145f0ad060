"""numpy.random: what NumPy's legacy generator makes of the numbers that it draws."""
import numpy as np


def permutation(x):
    if isinstance(x, int):
        return _order(x)
    array = np.asarray(x)
    return array[_order(len(array))]


def shuffle(x):
    items = [x[i].copy() for i in range(len(x))] if isinstance(x, np.ndarray) else list(x)
    order = _order(len(items)).tolist()
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
    things = np.arange(a) if isinstance(a, int) else np.asarray(a)
    shape = () if size is None else (size,) if isinstance(size, int) else tuple(size)
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
        places = _order(len(things)).tolist()[:count]
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
