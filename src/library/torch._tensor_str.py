"""How tensors are printed."""
from torch import inf
from torch._C import _set_print_options


class _Options:
    precision, threshold, edgeitems, linewidth, sci_mode = 4, 1000, 3, 80, None


PRINT_OPTS = _Options()
_PROFILES = {'default': (4, 1000, 3), 'short': (2, 1000, 2), 'full': (4, inf, 3)}


def _integer(name, given, least):
    if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= 1000:
        raise ValueError(f'{name} must be an integer from {least} to 1000')
    return given


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None,
                     sci_mode=None):
    o = PRINT_OPTS
    if profile is not None:
        if profile not in _PROFILES:
            raise ValueError('profile must be "default", "short" or "full"')
        o.precision, o.threshold, o.edgeitems = _PROFILES[profile]
        o.linewidth, o.sci_mode = 80, None
    if precision is not None:
        o.precision = _integer('precision', precision, 0)
    if threshold is not None:
        o.threshold = float(threshold)
    if edgeitems is not None:
        o.edgeitems = _integer('edgeitems', edgeitems, 0)
    if linewidth is not None:
        o.linewidth = _integer('linewidth', linewidth, 1)
    o.sci_mode = sci_mode
    _set_print_options(o.precision, o.threshold, o.edgeitems, o.linewidth,
                       -1 if sci_mode is None else int(bool(sci_mode)))
