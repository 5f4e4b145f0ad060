"""The expression of an operation: pieces of text and uses of values."""
import torch

from .recording import Use


class Unwritable(Exception):
    """An argument has no text in a listing."""


# Where a tensor is and how it is stored says nothing here.
_LEFT_OUT = ("device", "pin_memory", "layout", "non_blocking", "generator", "memory_format", "_stacklevel",
             "requires_grad", "use_gather")
_MOST_NUMBERS = 64  # of a list that is written out


def _size(argument):
    if isinstance(argument, (list, tuple)):
        return sum(map(_size, argument))
    return 1


def _float(number):
    if number != number or number in (float("inf"), -float("inf")):
        return f"float('{number!r}')"
    return repr(number)


def _items(argument, use):
    pieces = []
    for i, item in enumerate(argument):
        pieces += [", "] if i else []
        pieces += _argument(item, use)
    return pieces


def _slice(argument, use):
    parts = [argument.start, argument.stop]
    if argument.step is not None:
        parts.append(argument.step)
    pieces = []
    for i, part in enumerate(parts):
        pieces += [":"] if i else []
        pieces += _argument(part, use) if part is not None else []
    return pieces


def _argument(argument, use):
    if isinstance(argument, torch.Tensor):
        return [use(argument)]
    if isinstance(argument, (bool, str)) or argument is None:
        return [repr(argument)]
    if argument is Ellipsis:
        return ["..."]
    if isinstance(argument, int):
        return [repr(int(argument))]
    if isinstance(argument, float):
        return [_float(float(argument))]
    if isinstance(argument, complex):
        return [repr(argument)]
    if isinstance(argument, torch.dtype):
        return [str(argument)]
    if isinstance(argument, slice):
        return _slice(argument, use)
    if isinstance(argument, (list, tuple)):
        if _size(argument) > _MOST_NUMBERS:
            raise Unwritable
        if isinstance(argument, list):
            return ["[", *_items(argument, use), "]"]
        return ["(", *_items(argument, use), ",)" if len(argument) == 1 else ")"]
    if isinstance(argument, range):
        return [repr(argument)]
    try:  # a number of NumPy
        return _argument(argument.item(), use) if argument.shape == () else _refuse()
    except AttributeError:
        raise Unwritable from None


def _refuse():
    raise Unwritable


def _is_device(argument):
    if isinstance(argument, torch.device):
        return True
    return isinstance(argument, str) and argument.split(":")[0] in ("cuda", "cpu", "mps", "xpu", "meta")


def _is_default(function, name, value):
    if value is None or name in _LEFT_OUT or name == "approximate" and value == "none":
        return True
    default = function.defaults.get(name)
    return default is not None and type(default) is type(value) and default == value


def _call(function, args, kwargs, use):
    while args and args[-1] is None and not function.is_method:
        args = args[:-1]
    pieces = _items(args, use)
    for name, value in kwargs.items():
        if _is_default(function, name, value):
            continue
        pieces += [", "] if pieces else []
        pieces += [name + "="] + _argument(value, use)
    return pieces


def _index(index, use):
    items = index if isinstance(index, tuple) else (index,)
    return _items(items, use) or ["()"]


def expression(function, args, kwargs, use):
    """Pieces, and whether they need no brackets as an operand. `use` gives the Use of a tensor."""
    def tight(argument):
        pieces = _argument(argument, use)
        for piece in pieces:
            if isinstance(piece, Use):
                piece.tight = True
        return pieces

    name = function.name
    written = {k: v for k, v in kwargs.items() if v is not None and k not in _LEFT_OUT}
    if function.is_getter:
        return [*tight(args[0]), "." + name], True
    if function.is_setter:
        return [*tight(args[0]), f".{name} = ", *_argument(args[1], use)], True
    if name == "__getitem__":
        return [*tight(args[0]), "[", *_index(args[1], use), "]"], True
    if name == "__setitem__":
        return [*tight(args[0]), "[", *_index(args[1], use), "] = ", *_argument(args[2], use)], True
    if function.operator and len(args) == 2 and not written:
        symbol, _, turned = function.operator.partition(" ")
        left, right = reversed(args) if turned else args
        negative = isinstance(left, (int, float)) and left < 0
        brackets = ("(", ")") if negative and symbol == "**" else ("", "")
        return [brackets[0], *tight(left), brackets[1], f" {symbol} ", *tight(right)], False
    if function.prefix and len(args) == 1:
        return [function.prefix, *tight(args[0])], False
    args = [argument for argument in args if not _is_device(argument)]
    if function.is_method:
        receiver, rest = tight(args[0]), args[1:]
        return [*receiver, f".{name}(", *_call(function, rest, kwargs, use), ")"], True
    return [f"{function.text}(", *_call(function, args, kwargs, use), ")"], True
