"""Arrays as text, as NumPy 2.2's arrayprint.py writes them. A float is written with the fewest digits
that read back as the same number, but with no more than `precision` of them behind the point."""
import math

import numpy
from _qkv import fail
from numpy import _texts

_options = {'precision': 8, 'threshold': 1000.0, 'edgeitems': 3, 'linewidth': 75, 'suppress': False}
_LEAST = {'precision': 0, 'edgeitems': 0, 'linewidth': 1}
_MOST_CELLS = 32 << 20


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None):
    for name, given in (('precision', precision), ('edgeitems', edgeitems), ('linewidth', linewidth)):
        if given is None:
            continue
        if not isinstance(given, int) or not _LEAST[name] <= given <= 1000:
            raise TypeError(f"{name} must be an integer from {_LEAST[name]} to 1000")
        _options[name] = int(given)
    if isinstance(threshold, (int, float)):
        _options['threshold'] = float(threshold)
    if suppress is not None:
        _options['suppress'] = bool(suppress)


def get_printoptions():
    return dict(_options)


# ---- one number ----------------------------------------------------------------------------------


class _Float:
    """A number's shortest digits: d.ddd times a power of ten."""

    def __init__(self, text, kind):
        self.value = float(kind(float(text)))  # with all digits that it has
        mantissa, _, power = text.lstrip('-').partition('e')
        whole, _, behind = mantissa.partition('.')
        digits = whole + behind
        first = digits.lstrip('0')
        self.exponent = int(power or 0) + len(whole) - 1 - (len(digits) - len(first) if first else 0)
        self.digits = first.rstrip('0') or '0'

    def positional(self, precision):
        more = len(self.digits) - 1
        if self.exponent > more:  # zeros stand for the digits that are not needed
            return ('-' if self.value < 0 else '') + self.digits + '0' * (self.exponent - more) + '.'
        text = f'{self.value:.{min(max(more - self.exponent, 0), precision)}f}'
        return (text if '.' in text else text + '.').rstrip('0')

    def scientific(self, precision, least, width):
        """`least`: digits behind the point that are always shown."""
        shown = max(min(len(self.digits) - 1, precision), least)
        text, power = f'{self.value:.{shown}e}'.split('e')
        text = (text if '.' in text else text + '.').rstrip('0')
        text += '0' * (least - (len(text) - text.index('.') - 1))
        return f"{text}e{power[0]}{int(power[1:]):0{max(width, 2)}d}"


# ---- how all numbers are written -----------------------------------------------------------------


def _flat(texts, dims):
    for _ in range(dims - 1):
        texts = [text for part in texts for text in part]
    return texts


def _is_scientific(sizes):
    smallest, largest = min(sizes, default=0.0), max(sizes, default=0.0)
    spread = smallest < 0.0001 or largest / smallest > 1000
    return largest > 0 and (largest >= 1e8 or not _options['suppress'] and spread)


def _float_writer(texts, kind):
    """Padded on both sides, so that the points stand below each other."""
    others = ('nan', 'inf', '-inf')
    numbers = {text: _Float(text, kind) for text in texts if text not in others}
    precision = _options['precision']
    scientific = _is_scientific([abs(each.value) for each in numbers.values() if each.value])
    left = right = power = 0
    for number in numbers.values():
        text = number.scientific(precision, 0, power) if scientific else number.positional(precision)
        mantissa, _, written = text.partition('e')
        point = mantissa.index('.')
        left, right = max(left, point), max(right, len(mantissa) - point - 1)
        power = max(power, len(written) - 1)
    if scientific:
        precision, right = right, right + power + 2
    left = max([left] + [len(text) - right - 1 for text in texts if text in others])

    def written(text):
        if text not in numbers:
            return text.rjust(left + right + 1)
        number = numbers[text]
        text = number.scientific(precision, precision, power) if scientific else number.positional(precision)
        return (' ' * (left - text.index('.')) + text).ljust(left + right + 1)

    return written


def _writer(array, texts):
    if array.dtype.kind == 'f':
        return _float_writer(texts, array.dtype.type)
    is_bool = array.dtype.kind == 'b' and array.ndim > 0
    width = 5 if is_bool else max([len(text) for text in texts], default=0)
    return lambda text: text.rjust(width)


# ---- brackets and lines --------------------------------------------------------------------------


def _with_dots(items, size, dots):
    edge = _options['edgeitems']
    return items[:edge] + [dots] + items[edge:] if len(items) < size else items


def _vector(words, separator, indent, width):
    """The last dimension: as many numbers on a line as fit."""
    lines, line = [], ''
    for at, word in enumerate(words):
        line += separator if at else ''
        if indent + len(line) + len(word) > width - 1 and line:
            lines.append(line.rstrip(' '))
            line = ''
        line += word
    return ('\n' + ' ' * indent).join(lines + [line])


def _cells(texts, shape, write, separator, indent, width):
    if len(shape) == 1:
        words = _with_dots([write(text) for text in texts], shape[0], '...')
        return '[' + _vector(words, separator, indent, width) + ']'
    parts = [_cells(part, shape[1:], write, separator, indent + 1, width - 1) for part in texts]
    between = separator.strip() + '\n' * (len(shape) - 1) + ' ' * indent
    return '[' + between.join(_with_dots(parts, shape[0], '...')) + ']'


def _is_shortened(array):
    return array.size > _options['threshold']


def _written(array, separator, prefix, suffix):
    if array.size > _MOST_CELLS and not _is_shortened(array):
        fail(MemoryError(f"an array of {array.size} cells is too long to print whole"),
             "np.set_printoptions(threshold=1000) prints its edges")
    texts = _texts(array, _options['edgeitems'] if _is_shortened(array) else -1)
    write = _writer(array, _flat(texts, array.ndim) if array.ndim else [texts])
    if array.ndim == 0:
        return write(texts)
    return _cells(texts, array.shape, write, separator, prefix + 1, _options['linewidth'] - suffix)


def text_of(array):
    if array.size == 0:
        return '[]'
    return _texts(array, -1) if array.ndim == 0 else _written(array, ' ', 0, 0)


_IMPLIED = ('int64', 'float64', 'bool')


def repr_of(array):
    name = 'array' if type(array) is numpy.ndarray else type(array).__name__
    start, extra = f'{name}(', []
    text = start + (_written(array, ', ', len(start), 1) if array.size else '[]')
    if array.size and _is_shortened(array) or not array.size and array.ndim != 1:
        extra.append(f'shape={array.shape}')
    if not array.size or str(array.dtype) not in _IMPLIED:
        extra.append(f'dtype={array.dtype}')
    if not extra:
        return text + ')'
    extra = ', '.join(extra)
    line = len(text) - text.rfind('\n')  # with the comma
    fits = line + len(extra) + 2 <= _options['linewidth']  # with a blank and a bracket
    return text + ',' + (' ' if fits else '\n' + ' ' * len(start)) + extra + ')'
