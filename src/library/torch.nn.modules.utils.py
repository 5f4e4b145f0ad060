"""torch.nn.modules.utils: one number for several dimensions."""
from itertools import repeat


def _ntuple(n, name="parse"):
    def parse(x):
        return tuple(x) if hasattr(x, '__iter__') else tuple(repeat(x, n))

    parse.__name__ = name
    return parse


_single = _ntuple(1, "_single")
_pair = _ntuple(2, "_pair")
_triple = _ntuple(3, "_triple")
_quadruple = _ntuple(4, "_quadruple")


def _reverse_repeat_tuple(t, n):
    return tuple(x for x in reversed(t) for _ in range(n))
