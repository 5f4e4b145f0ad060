"""What numpy makes of several operations."""


def var(a, axis=None, ddof=0, keepdims=False):
    a = asarray(a)
    distance = a - mean(a, axis=axis, keepdims=True)
    squares = sum(distance * distance, axis=axis, keepdims=keepdims)
    count = a.size if axis is None else a.shape[axis]
    return squares / (count - ddof)


def std(a, axis=None, ddof=0, keepdims=False):
    return sqrt(var(a, axis, ddof, keepdims))


def average(a, axis=None, weights=None):
    if weights is None:
        return mean(a, axis=axis)
    return sum(asarray(a) * weights, axis=axis) / sum(weights)


def dot(a, b):
    a, b = asarray(a), asarray(b)
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    return matmul(a, b)


def inner(a, b):
    return dot(a, asarray(b).T)


def atleast_1d(a):
    a = asarray(a)
    return a.reshape(1) if a.ndim == 0 else a


def atleast_2d(a):
    a = asarray(a)
    return a.reshape(1, -1) if a.ndim < 2 else a


def vstack(tup):
    return concatenate([atleast_2d(a) for a in tup], axis=0)


def hstack(tup):
    arrays = [atleast_1d(a) for a in tup]
    return concatenate(arrays, axis=0 if arrays[0].ndim == 1 else 1)


def array_split(ary, indices_or_sections, axis=0):
    ary = asarray(ary)
    length = ary.shape[axis]
    if isinstance(indices_or_sections, int):
        each, extra = length // indices_or_sections, length % indices_or_sections
        sizes = [each + 1] * extra + [each] * (indices_or_sections - extra)
        ends = []
        for size in sizes:
            ends.append(size + (ends[-1] if ends else 0))
    else:
        ends = list(indices_or_sections) + [length]
    parts, start = [], 0
    before = (slice(None),) * (axis % ary.ndim)
    for end in ends:
        parts.append(ary[before + (slice(start, end),)])
        start = end
    return parts


def split(ary, indices_or_sections, axis=0):
    ary = asarray(ary)
    if isinstance(indices_or_sections, int) and ary.shape[axis] % indices_or_sections:
        raise ValueError('array split does not result in an equal division')
    return array_split(ary, indices_or_sections, axis)


def unique(ar):
    ar = asarray(ar)
    return array(sorted(set(ar.ravel().tolist())), dtype=ar.dtype)


def moveaxis(a, source, destination):
    order = [d for d in range(a.ndim) if d != source % a.ndim]
    order.insert(destination % a.ndim, source % a.ndim)
    return transpose(a, order)


def ndim(a):
    return asarray(a).ndim


def size(a):
    return asarray(a).size


def argsort(a, axis=-1):
    return _ordered(asarray(a), axis)[1]


def sort(a, axis=-1):
    return _ordered(asarray(a), axis)[0]


def repeat(a, repeats, axis=None):
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    parts = []
    before = (slice(None),) * (axis % a.ndim)
    for i in range(a.shape[axis]):
        parts += [a[before + (slice(i, i + 1),)]] * repeats
    return concatenate(parts, axis=axis)


def tri(N, M=None, k=0, dtype=None):
    M = N if M is None else M
    return tril(ones((N, M), dtype=float64 if dtype is None else dtype), k)


def ndindex(*shape):
    if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
        shape = tuple(shape[0])
    places = [()]
    for count in shape:
        places = [place + (i,) for place in places for i in range(count)]
    return iter(places)


def ndenumerate(arr):
    arr = asarray(arr)
    for place in ndindex(*arr.shape):
        yield place, arr[place]


def unique(ar, return_counts=False):
    things = sort(asarray(ar).ravel())
    values, counts = [], []
    for thing in things.tolist():
        if values and values[-1] == thing:
            counts[-1] += 1
        else:
            values.append(thing)
            counts.append(1)
    found = array(values, dtype=things.dtype)
    return (found, array(counts)) if return_counts else found


def _places(mask):
    found = [place for place, value in ndenumerate(mask) if value]
    return tuple(array([place[i] for place in found], dtype=int64) for i in range(2))


def tril_indices(n, k=0, m=None):
    return _places(tri(n, m, k))


def triu_indices(n, k=0, m=None):
    return _places(1 - tri(n, m, k - 1))
