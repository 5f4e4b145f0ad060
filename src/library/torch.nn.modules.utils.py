"""torch.nn.modules.utils: one number for several dimensions."""


def _ntuple(n, name="parse"):
    def parse(x):
        return tuple(x) if hasattr(x, '__iter__') else (x,) * n

    parse.__name__ = name
    return parse


_single, _pair, _triple, _quadruple = [
    _ntuple(n, name) for n, name in enumerate(("_single", "_pair", "_triple", "_quadruple"), 1)]


def _reverse_repeat_tuple(t, n):
    return tuple(x for x in reversed(t) for _ in range(n))
