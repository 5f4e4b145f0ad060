"""copy: values made anew, shallow or all the way down.

What was copied is remembered in `memo` by its id(), so that what was one object is one object
again and what refers to itself comes to an end.
"""
from collections import OrderedDict, defaultdict

from _qkv import attributes, builtin, copied_tensor


class Error(Exception):
    pass


error = Error
MethodType = type(Error().__init__)
containers = {list, dict, OrderedDict, defaultdict, set}
plain = {bool, int, float, str, type(None)}


@builtin
def copy(x):
    if type(x) in containers:
        return x.copy()
    own = attributes(x)
    if own is None:
        made = copied_tensor(x, None)
        return x if made is None else made
    ask = getattr(type(x), '__copy__', None)
    return _instance(x, own, {}, _same) if ask is None else ask(x)


@builtin
def deepcopy(x, memo=None):
    if memo is None:
        memo = {}
    else:  # an id() stands for one object only as long as that is there
        memo.setdefault(id(memo), []).append(x)
    return _deep(x, memo)


def _same(x, memo):
    return x


def _deep(x, memo):
    kind = type(x)
    if kind in plain:
        return x
    key = id(x)
    if key in memo:
        return memo[key]
    if kind is list:
        made = memo[key] = []
        for item in x:
            made.append(item if type(item) in plain else _deep(item, memo))
        return made
    if kind in containers:
        return _set(x, memo) if kind is set else _dict(x, memo)
    own = attributes(x)
    if own is None:
        made = _builtin(x, memo)
    else:
        ask = getattr(kind, '__deepcopy__', None)
        made = _instance(x, own, memo, _deep) if ask is None else ask(x, memo)
    memo[key] = made
    return made


def _dict(x, memo):
    kind = type(x)
    made = memo[id(x)] = kind(x.default_factory) if kind is defaultdict else kind()
    for key, value in list(x.items()):
        made[_deep(key, memo)] = _deep(value, memo)
    return made


def _set(x, memo):
    made = memo[id(x)] = set()
    made.update([_deep(item, memo) for item in x])
    return made


def _builtin(x, memo):
    """Of what is neither an instance nor a container that can hold itself."""
    if isinstance(x, tuple):
        items = [_deep(item, memo) for item in x]
        same = all(old is new for old, new in zip(x, items))
        return memo.get(id(x), x if same else type(x)(items))  # a part may refer to it
    if isinstance(x, frozenset):
        return frozenset([_deep(item, memo) for item in x])
    if type(x) is MethodType:
        return getattr(_deep(x.__self__, memo), x.__name__)
    made = copied_tensor(x, memo)
    return x if made is None else made


def _instance(x, own, memo, part):
    """With the attributes `own`; its parts are part(value, memo)."""
    cls = type(x)
    made = copied_tensor(x, memo if part is _deep else None)
    if made is not None:
        pass
    elif isinstance(x, tuple):
        made = tuple.__new__(cls, [part(item, memo) for item in x])
    elif isinstance(x, (int, float, str)):
        base = str if isinstance(x, str) else float if isinstance(x, float) else int
        made = base.__new__(cls, base(x))
    else:
        made = cls.__new__(cls)
    memo[id(x)] = made
    for name, value in own.items():
        object.__setattr__(made, name, part(value, memo))
    if isinstance(x, list):
        for item in x:
            made.append(part(item, memo))
    elif isinstance(x, dict):
        for key, value in list(x.items()):
            made[part(key, memo)] = part(value, memo)
    elif isinstance(x, set):
        made.update([part(item, memo) for item in x])
    return made
