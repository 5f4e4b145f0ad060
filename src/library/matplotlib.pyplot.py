"""matplotlib.pyplot: a matrix that is drawn gets the name figure_1, figure_2 …, under which
`qkv export` makes a picture of it. Everything else is accepted and skipped.
"""
import _qkv


class _Skipped:
    """What a call of matplotlib returned: it takes whatever is done with it."""

    def __call__(self, *arguments, **keywords):
        return self

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return _DRAWING.get(name, self)

    def __getitem__(self, index):
        return self

    def __setitem__(self, index, value):
        pass

    def __setattr__(self, name, value):
        pass

    def __iter__(self):
        return iter([])

    def __len__(self):
        return 0

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False

    def __repr__(self):
        return '<matplotlib: skipped>'


class _Grid(_Skipped):
    """The axes that subplots() returns, in one row or in several."""

    def __getattr__(self, name):
        if name == 'flat':
            return iter(self)
        return _SKIPPED if name not in ('flatten', 'ravel') else lambda: self

    def __init__(self, *shape):
        _SHAPES.append((self, shape))

    def _shape(self):
        return [shape for grid, shape in _SHAPES if grid is self][0]

    def __len__(self):
        return self._shape()[0]

    def __iter__(self):
        return iter([_SKIPPED] * len(self))

    def __getitem__(self, index):
        return _SKIPPED


_SHAPES = []
_SKIPPED = _Skipped()


def _draw(image, *arguments, **keywords):
    _qkv.figure(image)
    return _SKIPPED


_DRAWING = {'imshow': _draw, 'matshow': _draw, 'heatmap': _draw, 'pcolormesh': _draw,
            'pcolor': _draw}


def subplots(nrows=1, ncols=1, *arguments, **keywords):
    _qkv.skip()
    if nrows * ncols == 1:
        return _SKIPPED, _SKIPPED
    return _SKIPPED, _Grid(nrows * ncols)


def _nothing(*arguments, **keywords):
    _qkv.skip()


show = savefig = close = _nothing


def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(f"module 'matplotlib.pyplot' has no attribute '{name}'")
    if name in _DRAWING:
        return _draw
    _qkv.skip()
    return _SKIPPED
