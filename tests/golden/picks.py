#!/usr/bin/env python3
"""Writes picks.txt: more cases, as in ops.py, for the operations that pick, move and order cells.

    UPDATE=1 tests/parity/golden.py tests/golden/picks.py
"""
import torch
import torch.nn.functional as F

from ops import CALLS, Indexer, Input, bools, case, floats, inf, ints, nan

torch.manual_seed(2)


class Picks:
    """Subscripts among which tensors stand: "$1" is the second input of the row."""

    def __init__(self, text):
        self.text = text

    def index(self, inputs):
        names = {"i%d" % n: t for n, t in enumerate(inputs)}
        return eval("Indexer()[%s]" % self.text.replace("$", "i"), {**names, "Indexer": Indexer})


def index_put(x, value, *rest):
    *_, accumulate, picks = rest
    x = x.clone()
    index = picks.index((x, value, *rest[:-2]))
    if accumulate:
        return x.index_put_(index if isinstance(index, tuple) else (index,), value, True)
    x[index] = value
    return x


def ranked(function, part):
    """One of the tensors that PyTorch answers with."""
    return lambda *a: function(*a)[part]


def by_name(function, names):
    return lambda x, *a: function(x, **dict(zip(names, a)))


def pairs():
    sort = by_name(torch.sort, ("dim", "descending", "stable"))
    topk = by_name(torch.topk, ("k", "dim", "largest", "sorted"))
    kth = by_name(torch.kthvalue, ("k", "dim", "keepdim"))
    median = by_name(lambda x, **n: torch.median(x, **n) if n else (torch.median(x),),
                     ("dim", "keepdim"))
    mode = by_name(torch.mode, ("dim", "keepdim"))
    for name, function in [
            ("sort", sort), ("topk", topk), ("kthvalue", kth), ("median", median), ("mode", mode),
            ("cummax", torch.cummax), ("cummin", torch.cummin)]:
        for part in range(2):
            CALLS[name + "[%d]" % part if part else name] = ranked(function, part)
    CALLS["argsort"] = CALLS["sort[1]"]


CALLS.update({
    "index": lambda *a: a[0][a[-1].index(a[:-1])],
    "index_put": index_put,
    "index_select": lambda x, i, dim: torch.index_select(x, dim, i),
    "index_add": lambda x, i, y, dim: x.index_add(dim, i, y),
    "embedding": lambda i, w, padding=None: F.embedding(i, w, padding),
    "gather": lambda x, i, dim: x.gather(dim, i),
    "scatter": lambda x, i, y, dim: x.scatter(dim, i, y),
    "scatter_add": lambda x, i, y, dim: x.scatter_add(dim, i, y),
    "scatter_multiply": lambda x, i, y, dim: x.scatter(dim, i, y, reduce="multiply"),
    "select": lambda x, *a: x.select(*a),
    "narrow": lambda x, *a: x.narrow(*a),
    "unfold": lambda x, *a: x.unfold(*a),
    "repeat": lambda x, times: x.repeat(times),
    "roll": lambda x, shifts, dims=None: torch.roll(x, shifts) if dims is None else
    torch.roll(x, shifts, dims),
    "constant_pad_nd": lambda x, *a: torch.constant_pad_nd(x, a[-1], *a[:-1]),
    "one_hot": F.one_hot,
    "bincount": lambda x, *a: torch.bincount(x, a[0] if len(a) > 1 else None, a[-1]),
})


def picks():
    print("# picks\n")
    x, i, j = floats(3, 4), Input([2, 0]), Input([[1], [-1]])
    m, rows = Input(torch.rand(3, 4) < 0.4), Input([True, False, True])
    for text, indices in [("$1", [i]), (":, $1", [i]), ("$1, $2", [i, j]), ("$1, :", [j]),
                          ("$1", [m]), ("$1", [rows]), ("$1, 1", [rows]), ("$1, $2", [rows, i]),
                          ("None, $1", [i]), ("..., $1", [i]), ("$1, None, $2", [i, i]),
                          ("1:, $1", [j]), ("0, $1", [i]), ("$1", [Input(True)]),
                          ("$1, ::2", [i]), ("$1", [Input([5])]), ("$1", [Input([0.5])]),
                          ("$1", [Input([True, False])]), ("$1, $2", [i, Input([1, 2, 3])]),
                          ("$1, $2, $3", [i, i, i]), ("$1", [Input(torch.zeros(0).long())]),
                          ("$1", [Input(False)]), (":, $1", [Input([-5])])]:
        case("index", x, *indices, args=[Picks(text)])
        if len(indices) < 3:
            up = text.replace("$2", "$3").replace("$1", "$2")
            case("index_put", x, 7.5, *indices, args=[False, Picks(up)])
    for x in (floats(2, 3, 2), ints(2, 3, 2, layout="gaps"), floats(2, 3, 2, layout="reversed")):
        case("index", x, [1, 0], [0, 1], args=[Picks("$1, :, $2")])
        case("index", x, [1, 0], [0, 1], args=[Picks("$1, $2")])
        case("index", x, [2, 0, 2], args=[Picks("0, $1")])
        case("index", x, [[True, False, True], [False, True, False]], args=[Picks("$1")])
        case("index", x, [[True, False], [False, True], [True, True]], args=[Picks(":, $1")])
    for value in (floats(2), floats(4, 2), floats(1, 2, 4), floats(3), ints(4), floats()):
        case("index_put", floats(3, 4), value, [0, 2], args=[False, Picks("$2")])
        case("index_put", floats(3, 4), value, [1, 1], args=[False, Picks("$2")])
        case("index_put", floats(3, 4), value, [0, 2], [1, 3], args=[False, Picks("$2, $3")])
        case("index_put", floats(3, 4), value, [0, 2], args=[False, Picks(":, $2")])
    case("index_put", floats(3, 4), floats(3), [0, 0, 2], [1, 1, 0], args=[True, Picks("$2, $3")])
    case("index_put", ints(3), ints(3), [1, 1, 1], args=[True, Picks("$2")])
    for dim in (0, 1, -1, 2):
        for index in ([1, 0, 1], 1, [3], [-1], [0.5], [[0]]):
            case("index_select", floats(3, 3, layout="reversed"), Input(index), args=[dim])
        case("index_add", floats(3, 3), [2, 0, 2], floats(3, 3), args=[dim])
        case("index_add", ints(3, 3), [2, 0], floats(2, 3), args=[dim])
        for name in ("gather",):
            case(name, floats(3, 4), ints(2, 3, low=0, high=3), args=[dim])
            case(name, floats(3, 4, layout="gaps"), ints(2, 2, low=0, high=3), args=[dim])
            case(name, floats(3, 2), ints(4, 4, low=0, high=2), args=[dim])
            case(name, floats(3, 4), ints(3, low=0), args=[dim])
            case(name, floats(3, 4), [[9]], args=[dim])
        for name in ("scatter", "scatter_add", "scatter_multiply"):
            index = ints(2, 3, low=0, high=3)
            case(name, floats(3, 4), index, floats(2, 3), args=[dim])
            case(name, ints(3, 4, layout="reversed"), index, ints(3, 3), args=[dim])
            case(name, floats(3, 4), index, floats(1, 3), args=[dim])
            case(name, floats(3, 4), [[9]], floats(1, 1), args=[dim])
            if name != "scatter_add":
                case(name, floats(3, 4), index, 2.5, args=[dim])
    for index in (ints(2, 2, low=0, high=3), [0, 3], [-1], Input(1), [0.5]):
        case("embedding", index, floats(3, 2))
    case("embedding", [0], floats(3, 2), args=[3])
    case("embedding", [0], floats(3, 2), args=[-1])
    for x in (floats(2, 3), ints(3, 2, low=0, high=2), bools(4), floats(), floats(0)):
        case("nonzero", x)


def parts():
    print("# parts\n")
    for x in (floats(2, 3), floats(2, 3, layout="reversed"), floats(3)):
        for a in [(0, 1), (1, -1), (0, 5), (-1, 0), (2, 0)]:
            case("select", x, args=a)
        for a in [(0, 1, 1), (1, 0, 2), (0, -1, 1), (0, 1, 5), (1, 4, 0), (0, 0, -1)]:
            case("narrow", x, args=a)
        for a in [(0, 2, 1), (1, 2, 2), (0, 5, 1), (0, 1, 0), (-1, 3, 2)]:
            case("unfold", x, args=a)
        for a in [(2, 1), (1, 2, 2), (0, 1), (3,), (1, 1, 1)]:
            case("repeat", x, args=[a])
        for a in [(0,), (1,), (0, 1), (), (0, 0), (3,)]:
            case("flip", x, args=[a])
        for a in [((1,), None), ((-5,), None), ((1,), (0,)), ((2,), (1,)), ((1, 2), (0, 1)),
                  ((1, 2), (0,)), ((1,), (4,)), ((), (0,))]:
            case("roll", x, args=a)
        for a in [(1, 2), (0, 1, 1, 0), (-1, 1), (1,), (-2, 0), (1, 1, 1, 1, 1, 1)]:
            case("constant_pad_nd", x, -1.5, args=[a])
            case("constant_pad_nd", x, args=[a])
        for a in [(), (1,), (-1,), (0, 0, 1), (0, 0, 0), (0, 5, 0)]:
            case("diagonal", x, args=a)
            case("diag_embed", x, args=a)
        for a in [((0,), (1,)), ((0, 1), (1, 0)), ((0,), (0, 1)), ((0, 0), (0, 1)), ((5,), (0,))]:
            case("movedim", x, args=a)
    case("movedim", floats(2, 3, 2), args=[(2,), (0,)])
    case("diagonal", floats(2, 3, 3), args=[0, 1, 2])
    case("diag_embed", floats(2, 2), args=[1, 0, 2])
    case("select", floats(), args=[0, 0])
    case("narrow", floats(), args=[0, 0, 0])
    for a in [((2, 2), (3, 1)), ((2, 2), (1, 1), 1), ((3,), (2,), 0), ((2,), (1, 2)), ((), ())]:
        case("as_strided", floats(2, 3), args=a)


def orders():
    print("# orders\n")
    pairs()
    ties = Input([2, 1, 2, 0, 1, 2, 0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 2, 1])
    for x in (floats(2, 4), floats(3, 2, layout="reversed"), ints(5, low=0, high=3), ties,
              [nan, 1.0, inf, -inf, nan, 0.0], floats(), floats(0, 3)):
        for dim in (0, -1, 2):
            for name in ("sort", "sort[1]", "argsort"):
                case(name, x, args=[dim, False, False])
                case(name, x, args=[dim, True, False])
                case(name, x, args=[dim, True, True])
            for name in ("topk", "topk[1]"):
                for k in (1, 2, 9):
                    case(name, x, args=[k, dim, True, True])
                case(name, x, args=[2, dim, False, True])
            for name in ("kthvalue", "kthvalue[1]"):
                for k in (1, 2, 9):
                    case(name, x, args=[k, dim, False])
                case(name, x, args=[1, dim, True])
            for name in ("median", "median[1]", "mode", "mode[1]"):
                if name[:4] == "mode" and isinstance(x, list):
                    continue  # what counts as equal to NaN there depends on the place
                case(name, x, args=[dim, False])
                case(name, x, args=[dim, True])
            for name in ("cummax", "cummax[1]", "cummin", "cummin[1]"):
                case(name, x, args=[dim])
    for x in (floats(2, 4), ties, floats()):
        case("median", x)
    for x in ([1, 0, 3], [[2], [1]], Input(1), [-1], [0.5], torch.zeros(0).long()):
        for classes in (-1, 4, 2):
            case("one_hot", x, args=[classes])
    for x in (ties, [1, -1], torch.zeros(0).long(), [[1]]):
        case("bincount", x, args=[0])
        case("bincount", x, args=[4])
    case("bincount", [1, 0, 1], floats(3), args=[0])
    case("bincount", [1, 0, 1], floats(2), args=[0])


if __name__ == "__main__":
    print("# Made by picks.py from PyTorch %s; ops.py says how to read it.\n" % torch.__version__.split("+")[0])
    for part in (picks, parts, orders):
        part()
