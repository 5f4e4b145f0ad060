"""random: what Python's random module makes of the numbers that the twister draws."""

import math
from _qkv import index, outside

NV_MAGICCONST = 4 * math.exp(-0.5) / math.sqrt(2.0)


def bisect_right(values, x, hi):
    lo = 0
    while lo < hi:
        middle = (lo + hi) // 2
        if x < values[middle]:
            hi = middle
        else:
            lo = middle + 1
    return lo


def _many_bits(twister, k):
    bits = 0
    for at in range(0, k, 32):
        bits |= twister.getrandbits(min(k - at, 32)) << at
    return bits


def _below_many(twister, n):
    drawn = n
    while drawn >= n:
        drawn = twister.getrandbits(n.bit_length())
    return drawn


class Random:
    """The numbers that a twister of its own draws."""

    def __init__(self, x=None):
        twister = _Twister()
        self.random = twister.random
        self.getrandbits = twister.getrandbits
        self._below = twister.below
        self._seed_twister = twister.seed
        self.seed(x)

    def seed(self, a=None):
        self._gauss_kept = []
        if isinstance(a, str):
            outside('random.seed(0), an int', 'random.seed() with a str')
        if not (a is None or isinstance(a, (int, float))):
            raise TypeError("The only supported seed types are: None,\nint, float, str, bytes, and bytearray.")
        self._seed_twister(hash(a) % 2 ** 64 if isinstance(a, float) else a)

    def randrange(self, start, stop=None, step=1):
        start = index(start)
        if stop is None:
            if start <= 0:
                raise ValueError("empty range for randrange()")
            return self._below(start)
        stop, step = index(stop), index(step)
        if step == 0:
            raise ValueError("zero step for randrange()")
        count = (stop - start + step - (1 if step > 0 else -1)) // step
        if count <= 0:
            by = "" if step == 1 else f", {step}"
            raise ValueError(f"empty range in randrange({start}, {stop}{by})")
        return start + step * self._below(count)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def choice(self, seq):
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._below(len(seq))]

    def shuffle(self, x):
        for i in range(len(x) - 1, 0, -1):
            j = self._below(i + 1)
            x[i], x[j] = x[j], x[i]

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        n = len(population)
        if weights is not None:
            if cum_weights is not None:
                raise TypeError("Cannot specify both weights and cumulative weights")
            total = 0
            cum_weights = [total := total + weight for weight in weights]
        if cum_weights is None:
            return [population[math.floor(self.random() * (n + 0.0))] for i in range(k)]
        if len(cum_weights) != n:
            raise ValueError("The number of weights does not match the population")
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError("Total of weights must be greater than zero")
        return [population[bisect_right(cum_weights, self.random() * total, n - 1)] for i in range(k)]

    def sample(self, population, k, *, counts=None):
        if isinstance(population, (set, frozenset)):
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        if counts is not None:
            population = [item for item, count in zip(population, counts) for i in range(count)]
        n = len(population)
        if not 0 <= k <= n:
            raise ValueError("Sample larger than population or is negative")
        result = [None] * k
        setsize = 21
        if k > 5:
            setsize += 4 ** math.ceil(math.log(k * 3, 4))
        if n <= setsize:
            pool = list(population)
            for i in range(k):
                j = self.randrange(n - i)
                result[i] = pool[j]
                pool[j] = pool[n - i - 1]
            return result
        selected = set()
        for i in range(k):
            j = self.randrange(n)
            while j in selected:
                j = self.randrange(n)
            selected.add(j)
            result[i] = population[j]
        return result

    def gauss(self, mu=0.0, sigma=1.0):
        if self._gauss_kept:
            z = self._gauss_kept.pop()
        else:
            x2pi = self.random() * math.tau
            g2rad = math.sqrt(-2.0 * math.log(1.0 - self.random()))
            z = math.cos(x2pi) * g2rad
            self._gauss_kept.append(math.sin(x2pi) * g2rad)
        return mu + z * sigma

    def normalvariate(self, mu=0.0, sigma=1.0):
        while True:
            u1 = self.random()
            u2 = 1.0 - self.random()
            z = NV_MAGICCONST * (u1 - 0.5) / u2
            if z * z / 4.0 <= -math.log(u2):
                return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        return math.exp(normalvariate(mu, sigma))

    def expovariate(self, lambd):
        return -math.log(1.0 - self.random()) / lambd

    def triangular(self, low=0.0, high=1.0, mode=None):
        u = self.random()
        c = 0.5 if mode is None else (mode - low) / (high - low)
        if u > c:
            u = 1.0 - u
            c = 1.0 - c
            low, high = high, low
        return low + (high - low) * math.sqrt(u * c)


_inst = Random()
seed = _inst.seed
random = _inst.random
getrandbits = _inst.getrandbits
randrange = _inst.randrange
randint = _inst.randint
uniform = _inst.uniform
choice = _inst.choice
shuffle = _inst.shuffle
choices = _inst.choices
sample = _inst.sample
gauss = _inst.gauss
normalvariate = _inst.normalvariate
lognormvariate = _inst.lognormvariate
expovariate = _inst.expovariate
triangular = _inst.triangular
