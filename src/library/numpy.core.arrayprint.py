"""numpy.core.arrayprint: arrays as text. A float is written with the fewest digits that read back as the same
number, but with no more than `precision` of them behind the point."""
from _qkv import builtin, fail as _fail
from numpy import _cells, _shortest, ndarray

_options = {'precision': 8, 'threshold': 1000.0, 'edgeitems': 3, 'linewidth': 75, 'suppress': False}
_MOST = 32 << 20  # cells, each of which takes two characters at least


def _checked(name, given, least):
    if given is not None:
        if not isinstance(given, int) or not least <= given <= 1000:
            raise TypeError(f"{name} must be an integer from {least} to 1000")
        _options[name] = given


@builtin
def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None):
    _checked('precision', precision, 0)
    _checked('edgeitems', edgeitems, 0)
    _checked('linewidth', linewidth, 1)
    if isinstance(threshold, (int, float)):
        _options['threshold'] = float(threshold)
    if suppress is not None:
        _options['suppress'] = bool(suppress)


@builtin
def get_printoptions():
    return dict(_options)


# ---- one number --------------------------------------------------------------------------------


def _is_finite(value):
    return abs(value) < float('inf')


class _Plain:
    """Integers and bools."""

    def __init__(self, cells, width):
        self.width = max([width, *[len(str(cell)) for cell in cells]])

    def __call__(self, cell):
        return f'{str(cell):>{self.width}}'


class _Floats:
    """Padded on both sides, so that the points stand below each other."""

    def __init__(self, cells, dtype):
        self.dtype, self.precision = dtype, _options['precision']
        self.left = self.right = self.exponent = 0
        finite = [cell for cell in cells if _is_finite(cell)]
        sizes = [abs(cell) for cell in finite if cell]
        most, least = max(sizes, default=0.0), min(sizes, default=1.0)
        spread = least < 0.0001 or most / least > 1000
        self.scientific = most >= 1e8 or bool(sizes) and spread and not _options['suppress']
        for cell in finite:
            self.widen(self.exactly(cell, 0) if self.scientific else self.by_place(cell))
        if self.scientific:
            self.precision = self.right
            self.right += self.exponent + 2
        for cell in cells:
            if not _is_finite(cell):
                self.left = max(self.left, len(str(cell)) - self.right - 1)

    def widen(self, text):
        digits, *exponent = text.split('e')
        point = digits.index('.')
        self.left, self.right = max(self.left, point), max(self.right, len(digits) - point - 1)
        self.exponent = max([self.exponent, *[len(digits) - 1 for digits in exponent]])

    def digits(self, value):
        """The fewest that give the number again, those of them behind the point, and the exponent."""
        digits, exponent = _shortest(value, self.dtype).split('e')
        return digits, max(len(digits.lstrip('-')) - 2, 0), int(exponent)

    def by_place(self, value):
        digits, behind, exponent = self.digits(value)
        if exponent > behind:
            text = digits.replace('.', '') + '0' * (exponent - behind)
        else:
            text = f'{value:.{min(max(behind - exponent, 0), self.precision)}f}'
        return (text if '.' in text else text + '.').rstrip('0')

    def exactly(self, value, least):
        """In scientific notation, with as many digits behind the point at least."""
        behind = max(min(self.digits(value)[1], self.precision), least)
        digits, exponent = f'{value:.{behind}e}'.split('e')
        digits = (digits if '.' in digits else digits + '.').rstrip('0')
        digits += '0' * (least - (len(digits) - digits.index('.') - 1))
        return f'{digits}e{exponent[0]}{int(exponent[1:]):0{max(self.exponent, 2)}d}'

    def __call__(self, cell):
        if not _is_finite(cell):
            return f'{str(cell):>{self.left + self.right + 1}}'
        text = self.exactly(cell, self.precision) if self.scientific else self.by_place(cell)
        text = ' ' * (self.left - text.index('.')) + text
        return f'{text:<{self.left + self.right + 1}}'


# ---- brackets and lines ------------------------------------------------------------------------


def _flat(cells, dims):
    for _ in range(dims - 1):
        cells = [cell for row in cells for cell in row]
    return cells if dims else [cells]


class _Layout:
    def __init__(self, shape, separator, form):
        count = 1
        for size in shape:
            count *= size
        self.shape, self.separator, self.form = shape, separator, form
        self.edge = _options['edgeitems'] if count > _options['threshold'] else None

    def is_short(self, dim):
        return self.edge is not None and self.shape[dim] > 2 * self.edge

    def vector(self, cells, indent, width):
        """As many numbers on a line as fit."""
        words = [self.form(cell) for cell in cells]
        if self.is_short(len(self.shape) - 1):
            words.insert(self.edge, '...')
        text, line = '', indent
        for place, word in enumerate(words):
            if place:
                text, line = text + self.separator, line + len(self.separator)
            if line + len(word) > width - 1 and line > indent:
                text, line = text.rstrip(' ') + '\n' + ' ' * indent, indent
            text, line = text + word, line + len(word)
        return text

    def block(self, cells, dim, indent, width):
        left = len(self.shape) - dim
        if left == 1:
            return '[' + self.vector(cells, indent, width) + ']'
        rows = [self.block(row, dim + 1, indent + 1, width - 1) for row in cells]
        if self.is_short(dim):
            rows.insert(self.edge, '...')
        return '[' + (self.separator.strip() + '\n' * (left - 1) + ' ' * indent).join(rows) + ']'


def _all(array, separator, prefix, suffix):
    shape, count, options = array.shape, array.size, _options
    whole = count <= options['threshold']
    if whole and count > _MOST:
        _fail('MemoryError', f'an array of {count} cells is too long to print whole',
              'np.set_printoptions(threshold=1000) prints its edges')
    if not count:
        return '[]'
    cells = _cells(array, -1 if whole else options['edgeitems'])
    flat = _flat(cells, len(shape))
    if array.dtype.kind == 'f':
        form = _Floats(flat, array.dtype)
    else:
        form = _Plain(flat, 5 if array.dtype.kind == 'b' and shape else 0)
    if not shape:
        return form(cells)
    return _Layout(shape, separator, form).block(cells, 0, prefix + 1, options['linewidth'] - suffix)


def _str(array):
    return _all(array, ' ', 0, 0)


def _repr(array):
    name = 'array(' if type(array) is ndarray else type(array).__name__ + '('
    text = name + _all(array, ', ', len(name), 1)
    extra = []
    if array.size > _options['threshold'] or not array.size and array.ndim != 1:
        extra.append(f'shape={array.shape}')
    if not array.size or array.dtype.name not in ('int64', 'float64', 'bool'):
        extra.append(f'dtype={array.dtype}')
    if not extra:
        return text + ')'
    extra = ', '.join(extra)
    fits = len(text) - text.rfind('\n') + len(extra) + 2 <= _options['linewidth']
    return text + (', ' if fits else ',\n' + ' ' * len(name)) + extra + ')'
