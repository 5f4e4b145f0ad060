#!/usr/bin/env python3
"""Writes ops.txt: cases for every operation, answered by the real PyTorch.

    UPDATE=1 tests/parity/golden.py tests/golden/ops.py

Each case is a name and indented lines: inputs, arguments, then the result or the error.
`sort[1]` is what sort gives besides its first tensor. Inputs are laid out in memory as the word after
the shape says: `reversed` (as the transpose of a contiguous tensor), `gaps` (every second cell of a
larger one), `repeated` (expanded from size 1); `number` is a Python number. `view` after the result's
shape: it shares the first input's storage.
"""
import itertools
import math
import warnings

import torch
import torch.nn.functional as F

warnings.filterwarnings("ignore")
torch.manual_seed(1)
inf, nan = math.inf, math.nan
TYPES = {torch.float32: "float32", torch.int64: "int64", torch.bool: "bool"}


class Input:
    """A tensor with a layout in memory."""

    def __init__(self, data, layout=""):
        t = data if isinstance(data, torch.Tensor) else torch.tensor(data)
        if layout == "reversed":
            dims = list(range(t.dim()))[::-1]
            t = t.permute(dims).contiguous().permute(dims)
        elif layout == "gaps":
            wide = torch.zeros(*t.shape, 2, dtype=t.dtype)
            wide[..., 1] = t
            t = wide[..., 1]
        elif layout == "repeated":
            t = t[:1].expand(t.shape)
        self.tensor, self.layout = t, layout


def layer_norm_backward(g, x, shape, weight=None, eps=1e-5, which=0):
    _, mean, factor = torch.native_layer_norm(x, shape, weight, None, eps)
    mask = [at == which for at in range(3)]
    ones = torch.ones(shape, dtype=x.dtype)
    return torch.ops.aten.native_layer_norm_backward(g, x, shape, mean, factor,
                                                     weight if which == 0 else ones, ones, mask)[which]


class Slice:
    """What stands between [ and ], as text and as Python's index."""

    def __init__(self, text):
        self.text = text
        self.index = eval("Indexer()[%s]" % text)


class Indexer:
    def __getitem__(self, index):
        return index


def text(value):
    if isinstance(value, bool):
        return "%d" % value
    return str(value) if isinstance(value, int) else "%.9g" % value


def values(tensor):
    return "".join(" " + text(v) for v in tensor.reshape(-1).tolist())


def shape(tensor):
    return str(tuple(tensor.shape))


def show_input(x):
    if x is None:
        print("  in none")
    elif isinstance(x, Input):
        words = [TYPES[x.tensor.dtype], shape(x.tensor)] + ([x.layout] if x.layout else [])
        print("  in", *words, "=" + values(x.tensor))
    else:
        name = "bool" if isinstance(x, bool) else "int64" if isinstance(x, int) else "float64"
        print("  in", name, "() number =", text(x))


def show_arg(a):
    if a is None:
        print("  arg none")
    elif isinstance(a, bool):
        print("  arg bool =", int(a))
    elif isinstance(a, int):
        print("  arg int =", a)
    elif isinstance(a, float):
        print("  arg float =", repr(a))
    elif isinstance(a, str):
        print("  arg str =", a)
    elif isinstance(a, tuple):
        print("  arg ints =", *a)
    elif isinstance(a, torch.dtype):
        print("  arg dtype =", TYPES[a])
    else:
        print("  arg subscripts =", a.text)


def show_result(run, first):
    try:
        out = run()
    except Exception as e:
        print("  error", type(e).__name__, "=", str(e).split("\n")[0])
        return
    if isinstance(out, tuple):
        out = out.values
    shared = isinstance(first, Input) and out.numel() and \
        out.storage().data_ptr() == first.tensor.storage().data_ptr()
    print("  out", TYPES[out.dtype], shape(out), *(["view"] if shared else []), "=" + values(out))


def setitem(x, value, index):
    x = x.clone()
    x[index] = value
    return x


# How a row's name is called, where it is not torch.NAME(inputs…, arguments…).
CALLS = {
    "sum": lambda x, dim=None, keep=False, dtype=None: torch.sum(x, dtype=dtype) if dim is None
    else torch.sum(x, dim, keep, dtype=dtype),
    "mean": lambda x, dim=None, keep=False, dtype=None: torch.mean(x, dtype=dtype) if dim is None
    else torch.mean(x, dim, keep, dtype=dtype),
    "prod": lambda x, dim=None, keep=False, dtype=None: torch.prod(x, dtype=dtype) if dim is None
    else torch.prod(x, dim, keep, dtype=dtype),
    "amax": lambda x, dim=(), keep=False: torch.amax(x, dim, keep),
    "amin": lambda x, dim=(), keep=False: torch.amin(x, dim, keep),
    "var": lambda x, dim=None, unbiased=True, keep=False: torch.var(x, dim, unbiased, keep),
    "std": lambda x, dim=None, unbiased=True, keep=False: torch.std(x, dim, unbiased, keep),
    "cumsum": lambda x, dim, dtype=None: torch.cumsum(x, dim, dtype=dtype),
    "_softmax_backward_data": lambda g, y, dim: torch._softmax_backward_data(g, y, dim, g.dtype),
    "_log_softmax_backward_data": lambda g, y, dim: torch._log_softmax_backward_data(g, y, dim, g.dtype),
    "_sum_of_products": lambda x, y, order: (x * y).sum(-1),
    "_moment": lambda x, order: x.mean(-1) if order == 1 else x.var(-1, unbiased=False),
    "_layer_norm_backward": lambda g, x, *rest: layer_norm_backward(g, x, rest[-1], *rest[:-1]),
    "_layer_norm_backward_weight": lambda g, x, shape: layer_norm_backward(g, x, shape, which=1),
    "_layer_norm_backward_bias": lambda g, x, shape: layer_norm_backward(g, x, shape, which=2),
    "tanh_backward": lambda g, y: torch.ops.aten.tanh_backward(g, y),
    "softmax": lambda x, dim, dtype=None: F.softmax(x, dim, dtype=dtype),
    "log_softmax": lambda x, dim, dtype=None: F.log_softmax(x, dim, dtype=dtype),
    "round": lambda x, decimals=0: torch.round(x, decimals=decimals) if decimals else
    torch.round(x),
    "squeeze": lambda x, dim=None: torch.squeeze(x) if dim is None else torch.squeeze(x, dim),
    "T": lambda x: x.T,
    "mT": lambda x: x.mT,
    "view": lambda x, size: x.view(size),
    "expand": lambda x, size: x.expand(size),
    "contiguous": lambda x: x.contiguous(),
    "to": lambda x, dtype: x.to(dtype),
    "float": lambda x: x.float(),
    "long": lambda x: x.long(),
    "bool": lambda x: x.bool(),
    "getitem": lambda x, s: x[s.index],
    "setitem": lambda x, v, s: setitem(x, v, s.index),
    "cat": lambda *a: torch.cat(a[:-1], a[-1]),
    "stack": lambda *a: torch.stack(a[:-1], a[-1]),
    "floor_divide": lambda x, y: x // y,
    "remainder": lambda x, y: x % y,
    "pow": lambda x, y: x ** y,
    "bitwise_not": lambda x: ~x,
    "bitwise_and": lambda x, y: x & y,
    "bitwise_or": lambda x, y: x | y,
    "bitwise_xor": lambda x, y: x ^ y,
    "tensor": lambda dtype=None: torch.tensor(2.5, dtype=dtype),
    "arange": lambda *a: torch.arange(*a),
    "zeros_like": lambda x, dtype=None: torch.zeros_like(x, dtype=dtype),
    "ones_like": lambda x, dtype=None: torch.ones_like(x, dtype=dtype),
    "full": lambda value, size: torch.full(size, value),
    "zeros": lambda size, dtype=None: torch.zeros(size, dtype=dtype),
    "ones": lambda size, dtype=None: torch.ones(size, dtype=dtype),
}


def case(name, *inputs, args=()):
    inputs = [x if x is None or isinstance(x, (bool, int, float, Input)) else Input(x)
              for x in inputs]
    print(name)
    for x in inputs:
        show_input(x)
    for a in args:
        show_arg(a)
    function = CALLS.get(name) or getattr(torch, name)
    plain = [x.tensor if isinstance(x, Input) else x for x in inputs]
    show_result(lambda: function(*plain, *args), inputs[0] if inputs else None)
    print()


def floats(*size, layout=""):
    return Input((torch.randn(size) * 2).mul(4).round().div(4), layout)


def ints(*size, low=-5, high=6, layout=""):
    return Input(torch.randint(low, high, size), layout)


def bools(*size, layout=""):
    return Input(torch.rand(size) < 0.5, layout)


A = [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
SPECIAL = [0.0, -0.0, 1.0, -1.5, inf, -inf, nan, 0.1, 1e-30, 3e38]


def elementwise():
    two = ["add", "sub", "mul", "div", "floor_divide", "remainder", "pow", "eq", "ne", "lt", "le",
           "gt", "ge", "maximum", "minimum", "bitwise_and", "bitwise_or", "bitwise_xor",
           "logical_and", "logical_or"]
    tensors_only = ("maximum", "minimum", "logical_and", "logical_or")
    for name in two:
        print("# %s\n" % name)
        case(name, floats(2, 3), floats(2, 3))
        case(name, floats(2, 3, layout="reversed"), floats(3))
        case(name, floats(2, 1), floats(1, 3, layout="gaps"))
        case(name, floats(2, 2, 2), floats())
        case(name, floats(0, 3), floats(3))
        case(name, ints(2, 3), ints(2, 3, low=1))
        case(name, ints(4, 2, layout="gaps"), ints(2, low=1))
        case(name, ints(3), floats(3))
        case(name, bools(2, 2), bools(2, 2))
        case(name, bools(4), ints(4, low=1))
        case(name, Input([[1.0, 2.0]] * 3, "repeated"), floats(3, 2))
        case(name, floats(2, 3), floats(4, 5))
        case(name, floats(2, 3), floats(4))
        case(name, SPECIAL, SPECIAL[::-1])
        case(name, SPECIAL, [[2.0], [0.5], [-1.0], [inf], [nan], [0.0]])
        case(name, [2**63 - 1, -2**63, 5, -7], [1, 2, 3, 2])
        if name in tensors_only:
            continue
        case(name, floats(2, 2), 2)
        case(name, floats(3), 0.5)
        case(name, ints(3), 3)
        case(name, ints(3), 1.5)
        case(name, bools(3), 2)
        case(name, bools(3), True)
        case(name, bools(3), 0.5)
    for name in ("floor_divide", "remainder"):
        case(name, [5, 0, -5], [2, 0, 1])
        case(name, [5, 0, -5], 0)
        case(name, [5.0, 0.0, -5.0], 0)
        case(name, [5, -5, 7, -7], [3, 3, -3, -3])
        case(name, [5.0, -5.0, 7.5, -7.5, 1.0], [3.0, 3.0, -3.0, -2.5, 0.1])
    case("floor_divide", [-5], [-1])
    case("pow", 2, [1.0, 2.5, -1.0])
    case("pow", 2, [1, 2, 10])
    case("pow", [1, -1, 2, 0, -1], [-1, -3, -1, -1, -2])
    case("pow", [1, 2], -1)
    case("pow", [3, 2], [41, 70])
    case("pow", [1.0, 4.0, 2.0], 0.5)


def functions():
    for name in ("neg", "exp", "log", "sqrt", "rsqrt", "sin", "cos", "tanh", "sigmoid", "abs",
                 "relu", "round", "bitwise_not", "logical_not"):
        print("# %s\n" % name)
        case(name, floats(2, 3))
        case(name, floats(3, 2, layout="reversed"))
        case(name, floats(5, layout="gaps"))
        case(name, floats())
        case(name, floats(2, 0))
        case(name, ints(3))
        case(name, bools(3))
        case(name, SPECIAL)
        case(name, [0.5, 1.5, 2.5, -0.5, -2.5, 0.49999997, 8388609.0])
        case(name, [-2**63, 2**63 - 1])
    for decimals in (1, 2, -1, -2, 3):
        case("round", [0.15, 0.25, 0.35, 1.005, 2.675, -1234.567, 1e30, inf, nan],
             args=[decimals])
        case("round", floats(2, 3, layout="reversed"), args=[decimals])
    case("round", [1, 2], args=[1])
    case("round", [True], args=[1])


def products():
    print("# products\n")
    sizes = [((2, 3), (3, 4)), ((2, 3), (3,)), ((3,), (3, 4)), ((3,), (3,)),
             ((2, 2, 3), (2, 3, 4)), ((2, 2, 3), (3, 4)), ((2, 3), (2, 3, 4)),
             ((2, 1, 2, 3), (4, 3, 2)), ((2, 2, 3), (3,)), ((3,), (2, 3, 4)), ((2, 0), (0, 3)),
             ((0, 2), (2, 3)), ((2, 3), (4, 5)), ((2, 3), (2, 3)), ((2, 3), (4,)), ((4,), (2, 3)),
             ((3,), (4,)), ((2, 2, 3), (2, 4, 5)), ((2, 2, 3), (3, 3, 5)), ((2, 2, 3), (4,)),
             ((4,), (2, 2, 3)), ((2, 2, 3), (4, 5)), ((), (2, 2)), ((2,), ()), ((1, 1), (1, 1)),
             ((0,), (0,)), ((2, 3, 0), (2, 0, 2)), ((2, 3, 2, 2), (2, 3, 2, 2))]
    for a, b in sizes:
        case("matmul", floats(*a), floats(*b))
    for layout, other in itertools.product(("reversed", "gaps"), ("", "reversed")):
        case("matmul", floats(3, 4, layout=layout), floats(4, 2, layout=other))
        case("matmul", floats(2, 3, 4, layout=layout), floats(2, 4, 2, layout=other))
        case("matmul", floats(2, 3, 4, layout=layout), floats(4, 2, layout=other))
    case("matmul", ints(2, 3), ints(3, 2))
    case("matmul", ints(3), ints(3))
    case("matmul", floats(2, 3), ints(3, 2))
    case("matmul", ints(2, 3), floats(3, 2))
    case("matmul", ints(3), floats(3))
    case("matmul", bools(2, 2), bools(2, 2))
    case("matmul", bools(2), bools(2))
    case("matmul", [[1.0, 0.0], [0.0, 1.0]], [[nan, 2.0], [1.0, inf]])
    for a, b in [((2, 3), (3, 4)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (4, 5)),
                 ((2, 2, 3), (2, 3, 2))]:
        case("mm", floats(*a), floats(*b))
    case("mm", floats(3, 2, layout="reversed"), floats(2, 2))
    case("mm", ints(2, 2), ints(2, 2))
    case("mm", floats(2, 2), ints(2, 2))
    for a, b in [((2, 2, 3), (2, 3, 4)), ((2, 2, 3), (2, 4, 3)), ((2, 2, 3), (3, 3, 4)),
                 ((2, 3), (3, 4)), ((2, 2, 3), (3, 4)), ((2, 0, 3), (2, 3, 1))]:
        case("bmm", floats(*a), floats(*b))
    case("bmm", floats(2, 2, 3, layout="reversed"), floats(2, 3, 2, layout="gaps"))
    for a, b in [((2, 3), (3,)), ((2, 3), (4,)), ((3,), (3,)), ((2, 3), (3, 2))]:
        case("mv", floats(*a), floats(*b))
    case("mv", ints(2, 3), ints(3))
    case("mv", floats(2, 3), ints(3))
    for a, b in [((3,), (3,)), ((3,), (4,)), ((2, 3), (3,)), ((0,), (0,))]:
        case("dot", floats(*a), floats(*b))
    case("dot", ints(4), ints(4))
    case("dot", ints(4), floats(4))


def moves():
    print("# moves\n")
    for a, b in [(0, 1), (-1, 0), (-2, -1), (0, 2), (-4, 0), (1, 1)]:
        case("transpose", floats(2, 3), args=[a, b])
        case("transpose", floats(2, 3, 2), args=[a, b])
    case("transpose", floats(), args=[0, -1])
    case("transpose", floats(), args=[1, 0])
    for x in (floats(2, 3), floats(3), floats(), floats(2, 3, 2), floats(2, 3, layout="gaps")):
        for name in ("t", "T", "mT", "contiguous", "clone", "detach"):
            case(name, x)
    for name in ("contiguous", "clone", "detach", "t"):
        case(name, floats(2, 3, layout="reversed"))
        case(name, Input([[1, 2]] * 3, "repeated"))
    for dims in [(1, 0), (0, 1), (-1, 0), (0, 0), (0, 2), (0,), (0, 1, 2)]:
        case("permute", floats(2, 3), args=[dims])
    for dims in [(2, 0, 1), (0, 2, 1), (-1, -3, -2)]:
        case("permute", floats(2, 3, 2), args=[dims])
    for name in ("reshape", "view"):
        for size in [(3, 2), (6,), (-1,), (2, -1), (1, 2, 1, 3), (4,), (-1, 4), (-1, -1), (-2, 3),
                     (5, -1), (2, 3), (), (0, 6)]:
            case(name, floats(2, 3), args=[size])
            case(name, floats(2, 3, layout="reversed"), args=[size])
            case(name, floats(2, 3, layout="gaps"), args=[size])
        case(name, floats(), args=[()])
        case(name, floats(), args=[(1, 1)])
        case(name, floats(1, 1), args=[()])
        case(name, floats(0, 3), args=[(-1, 0)])
        case(name, floats(0, 3), args=[(-1,)])
        case(name, floats(0, 3), args=[(3, -1)])
        case(name, floats(2, 3, 4, layout="reversed"), args=[(2, 3, 2, 2)])
        case(name, floats(2, 3, 4, layout="reversed"), args=[(2, 12)])
        case(name, floats(2, 1, 4, layout="reversed"), args=[(2, 4)])
        case(name, Input([[1.0, 2.0]] * 3, "repeated"), args=[(3, 1, 2)])
        case(name, Input([[1.0, 2.0]] * 3, "repeated"), args=[(6,)])
    for a in [(), (1,), (0, 1), (1, 2), (-2, -1), (1, 0), (3,), (0, 3)]:
        case("flatten", floats(2, 3, 2), args=a)
        case("flatten", floats(2, 3, 2, layout="reversed"), args=a)
    case("flatten", floats())
    case("flatten", floats(2, 0, 3), args=[1])
    for dim in (0, 1, 2, -1, -3, 3, -4):
        case("unsqueeze", floats(2, 3), args=[dim])
    case("unsqueeze", floats(), args=[0])
    case("unsqueeze", floats(2, 3, layout="reversed"), args=[1])
    for dim in (None, (0,), (1,), (2,), (-1,), (3,), (0, 2)):
        case("squeeze", floats(1, 2, 1), args=[dim])
        case("squeeze", floats(2, 3), args=[dim])
    case("squeeze", floats(), args=[(0,)])
    case("squeeze", floats(1, 1))
    for size in [(4, 3), (2, 2, 3), (3,), (-1, 2, 3), (2, -1, 3), (-1, -1), (-2, 3), (2, 3)]:
        case("expand", floats(2, 3), args=[size])
    for size in [(2, 3), (4, 2, 3), (2, 0), (2, 1)]:
        case("expand", floats(2, 1), args=[size])
        case("expand", ints(1, layout="gaps"), args=[size])
    case("expand", floats(), args=[(2, 2)])


def subscripts():
    print("# subscripts\n")
    for s in ["0", "-1", "2", "-3", "0, 1", "0, 3", "0, 0, 0", "1:", ":1", "::2", ":, 1", ":, 1:2",
              "None", "..., None", "..., 0", "..., ...", "1:0", "5:", "-1:", ":-1", ":, ::2",
              "::-1", "::0", "0, None", "None, 0, ..., None", "-100:100", ":, -2:", "0, :, None",
              "1, ..., 1:", "100:200:50", "::100"]:
        for x in (floats(2, 3), floats(2, 3, layout="reversed")):
            case("getitem", x, args=[Slice(s)])
    for s in ["0", "None", "...", ":", "0, 0", "0:1"]:
        case("getitem", floats(), args=[Slice(s)])
        case("setitem", floats(), 3, args=[Slice(s)])
    for s in ["1", ":, 1, ::2", "..., -1", ":, :, None, 0", "1:, None, :2", "0, 0, 0"]:
        case("getitem", ints(2, 3, 4, layout="gaps"), args=[Slice(s)])
        case("setitem", ints(2, 3, 4), -1, args=[Slice(s)])
    for s, value in [("0", floats(3)), ("0", floats(1, 1, 3)), ("0", floats(2, 3)),
                     ("0", floats(4)), (":, 0", floats(2)), (":, 0", floats(4)), ("0, 1", 7),
                     ("0, 1", floats(1)), ("0, 1", floats(1, 1)), ("0, 1", floats(2)), ("5", 1),
                     ("...", 9), ("0", ints(3)), ("::-1", 1), ("0, 1", True), ("None", 1.5),
                     (":, :2", floats(2, 1)), (":, ::2", floats(2, 2)), (":, :2", floats(3, 2)),
                     (":, :2", floats(2, 3, 2)), ("0", floats(0)), ("1:1", floats(4)),
                     ("1:1", floats(3)), ("0:0", 5.0), ("1, -1", floats()), ("0, 0, 0", 1),
                     (":, None, 1:", floats(2, 1, 2)), ("..., 1", bools(2))]:
        case("setitem", floats(2, 3), value, args=[Slice(s)])
        case("setitem", floats(2, 3, layout="reversed"), value, args=[Slice(s)])
    case("setitem", [1, 2, 3], 1.75, args=[Slice("0")])
    case("setitem", [1, 2, 3], [0.9, -1.9], args=[Slice("1:")])
    case("setitem", [1, 2, 3], inf, args=[Slice("0")])
    case("setitem", [True, False], 2.5, args=[Slice("1")])
    case("setitem", [True, False], [0.0, 0.5], args=[Slice(":")])


def reductions():
    for name in ("sum", "mean", "prod", "amax", "amin", "var", "std"):
        print("# %s\n" % name)
        spread = name in ("var", "std")
        keep = (lambda d: [d, True, True]) if spread else (lambda d: [d, True])
        for x in (floats(2, 3), floats(2, 3, layout="reversed"), floats(4, layout="gaps"),
                  floats(2, 3, 2), floats()):
            case(name, x)
            for dim in (0, 1, -1, 3):
                case(name, x, args=[dim])
                case(name, x, args=keep(dim))
        if name != "prod":
            for dims in [(0, 1), (0, 2), (-1, 0), (0, 0), (0, 3)]:
                case(name, floats(2, 3, 2), args=[dims])
                case(name, floats(2, 3, 2, layout="reversed"), args=keep(dims))
        for x in (ints(2, 3), bools(2, 3), [nan, 1.0, 2.0], [inf, -inf, 1.0], [5.0]):
            case(name, x)
            case(name, x, args=[0])
        for x in (floats(0), floats(0, 3), floats(3, 0)):
            case(name, x)
            case(name, x, args=[0])
        if spread:
            case(name, floats(2, 3), args=[1, False])
            case(name, floats(2, 3), args=[None, False])
            case(name, floats(2, 1), args=[1, False])
        case(name, floats(100))
    for name in ("sum", "mean", "prod"):
        case(name, bools(4), args=[None, None, torch.float32])
        case(name, ints(2, 2), args=[0, False, torch.float32])
        case(name, floats(2, 3), args=[0, False, torch.int64]) if name != "mean" else None
        case(name, floats(2, 2), args=[0, False, torch.int64]) if name == "mean" else None
    for name in ("max", "min", "argmax", "argmin", "any", "all"):
        print("# %s\n" % name)
        for x in (floats(2, 3), floats(2, 3, layout="reversed"), floats(4, layout="gaps"),
                  floats(2, 3, 2), floats(), ints(2, 3), bools(2, 3), [nan, 1.0, 2.0],
                  [1.0, nan, 2.0, nan], [3.0, 3.0, 2.0, 2.0], [inf, -inf], [0.0, 0.5],
                  floats(0), floats(0, 3), floats(3, 0)):
            case(name, x)
            for dim in (0, 1, -2):
                case(name, x, args=[dim])
                case(name, x, args=[dim, True])
    case("argmax", floats(2, 3), args=[None, True])
    case("cumsum", floats(2, 3), args=[0])
    case("cumsum", floats(2, 3, layout="reversed"), args=[1])
    for x in (floats(2, 3), ints(4), bools(4), floats(), floats(0), floats(70)):
        for dim in (0, -1, 2):
            case("cumsum", x, args=[dim])
    case("cumsum", bools(4), args=[0, torch.float32])
    case("cumsum", floats(5), args=[0, torch.int64])


def softmaxes():
    for name in ("softmax", "log_softmax"):
        print("# %s\n" % name)
        for x in (floats(2, 3), floats(2, 3, layout="reversed"), floats(4, layout="gaps"),
                  floats(2, 3, 2), floats(), floats(0, 3), floats(3, 0), ints(2, 3), bools(3),
                  ints(3, 1)):
            for dim in (0, 1, -1, 3):
                case(name, x, args=[dim])
        for x in ([-inf, -inf, -inf], [inf, 1.0, 2.0], [-inf, 0.0, 1.0], [nan, 1.0],
                  [1000.0, 1001.0, 999.0], [-1000.0, -1001.0], [[2.0, 4.0, 4.0], [4.0, 16.0, 12.0]]):
            case(name, x, args=[-1])
        case(name, ints(2, 3), args=[1, torch.float32])
        case(name, floats(2, 3), args=[1, torch.int64])
        case(name, floats(100), args=[0])


def joins():
    print("# joins\n")
    for a, b, dim in [((2, 3), (1, 3), 0), ((2, 3), (2, 1), 1), ((2, 3), (2, 1), -1),
                      ((2, 3), (4, 5), 0), ((2, 3), (3, 3), 1), ((2, 3), (2, 3), 2),
                      ((2, 3), (3,), 0), ((0,), (2, 3), 0), ((2, 3), (0,), 1), ((0,), (0,), 0),
                      ((2, 0), (2, 3), 0), ((2, 0), (2, 3), 1), ((), (2,), 0), ((2,), (), 0),
                      ((2, 2, 2), (2, 1, 2), -2)]:
        case("cat", floats(*a), floats(*b), args=[dim])
    case("cat", floats(2, 3, layout="reversed"), ints(2, 3), bools(2, 3), args=[0])
    case("cat", ints(2), bools(2), args=[0])
    case("cat", floats(2), args=[0])
    case("cat", args=[0])
    for a, b, dim in [((2, 3), (2, 3), 0), ((2, 3), (2, 3), 1), ((2, 3), (2, 3), -1),
                      ((2, 3), (2, 3), 3), ((2, 3), (3, 2), 0), ((), (), 0), ((0,), (0,), 0)]:
        case("stack", floats(*a, layout="reversed" if len(a) == 2 else ""), floats(*b), args=[dim])
    case("stack", ints(3), floats(3), bools(3), args=[1])
    case("stack", args=[0])


def masks():
    print("# masks\n")
    for name in ("tril", "triu"):
        for d in (0, 1, -1, 5, -5, 2**62, -2**62):
            case(name, floats(3, 3), args=[d])
            case(name, floats(2, 4, layout="reversed"), args=[d])
        case(name, ints(2, 3, 2))
        case(name, bools(3, 2))
        case(name, floats(3))
        case(name, floats())
        case(name, floats(0, 3))
    x, m = floats(2, 3), Input([[True, False, True], [False, False, True]])
    for value in (0, -inf, 2.5, True, floats(), floats(3), ints()):
        case("masked_fill", x, m, value)
    case("masked_fill", x, Input([True, False, True]), 9)
    case("masked_fill", floats(3), m, 9)
    case("masked_fill", floats(3), bools(4), 9)
    case("masked_fill", floats(2, 3, layout="reversed"), Input(m.tensor, "gaps"), -1)
    for value in (1.75, inf, True, 7):
        case("masked_fill", ints(3), [True, False, True], value)
        case("masked_fill", bools(3), [True, False, True], value) if value != inf else None
    case("masked_fill", ints(3), [True, False, True], floats())
    for a, b in [(floats(2, 3), floats(2, 3)), (floats(3), 0), (1, 2), (1.5, 2), (ints(3), 1.5),
                 (ints(3), floats(2, 1)), (True, False), (floats(4, 5), floats(2, 3)),
                 (0, floats(2, 3, layout="reversed")), (bools(3), ints(3))]:
        case("where", m, a, b)
    case("where", floats(2, 3), 1, 2)
    case("where", bools(2), floats(2, 3), 0)


def casts():
    print("# casts\n")
    for x in (floats(2, 3), floats(2, 3, layout="reversed"), ints(3), bools(3), floats(),
              [1.7, -1.7, inf, -inf, nan, 1e30, -0.0, 0.5], [2**53 + 1, -2**63, 2**63 - 1]):
        for dtype in TYPES:
            case("to", x, args=[dtype])
        for name in ("float", "long", "bool"):
            case(name, x)


def constants():
    print("# constants\n")
    case("tensor")
    case("tensor", args=[torch.int64])
    for size in [(2, 3), (), (0,), (3, 0), (-1,), (2, -3)]:
        for name in ("zeros", "ones"):
            case(name, args=[size])
            case(name, args=[size, torch.int64])
            case(name, args=[size, torch.bool])
    for a in [(0, 5, 1), (5, 1, -1), (5, 1, 1), (1, 5, 0), (0, 0, 1), (-3, 4, 3), (3, -4, -3),
              (2**62, 2**62 + 2, 1), (1.0, 2.0, 0.3), (0.0, 1.0, 0.1), (0.0, 5.0, 2.0),
              (1.0, 0.0, -0.25), (0.0, inf, 1.0), (0.0, nan, 1.0), (2.0, 1.0, 0.5), (0.0, 1.0, 0.0)]:
        case("arange", args=list(a))
    for a in [(0.0, 1.0, 5), (0.0, 1.0, 1), (0.0, 1.0, 0), (0.0, 1.0, -1), (0.1, 0.7, 7),
              (3.0, -3.0, 4)]:
        case("linspace", args=list(a))
    for a in [(2, 2), (2, 3), (3, 2), (0, 2), (-1, 2), (2, -1)]:
        case("eye", args=list(a))
    for name in ("zeros_like", "ones_like"):
        case(name, floats(2, 3))
        case(name, ints(2))
        case(name, floats(2, 2, layout="reversed"), args=[torch.int64])
    for value in (3, 2.5, True):
        case("full_like", floats(2, 2), value)
        case("full_like", ints(2, 2), value)
    for value in (7, 2.5, True):
        case("full", value, args=[(2, 2)])
        case("full", value, args=[()])


def gradients():
    print("# gradients in one step\n")
    for name in ("_softmax_backward_data", "_log_softmax_backward_data"):
        for dim in (0, 1, -1):
            case(name, floats(2, 3), floats(2, 3), args=[dim])
            case(name, floats(2, 3, layout="reversed"), floats(2, 3, layout="gaps"), args=[dim])
        case(name, floats(2, 9, 2), floats(2, 9, 2), args=[1])
        case(name, floats(100), floats(100), args=[0])
        case(name, floats(), floats(), args=[0])
    for name in ("_layer_norm_backward", "_layer_norm_backward_weight", "_layer_norm_backward_bias"):
        case(name, floats(2, 3), floats(2, 3), args=[(3,)])
        case(name, floats(2, 3, layout="reversed"), floats(2, 3, layout="gaps"), args=[(2, 3)])
        case(name, floats(20, 17), floats(20, 17), args=[(17,)])
    case("_layer_norm_backward", floats(2, 3), floats(2, 3), floats(3), args=[(3,)])
    for order in ("down", "eights", "lanes"):
        case("_sum_of_products", floats(2, 3), floats(2, 3, layout="reversed"), args=[order])
        case("_sum_of_products", floats(3, 2, 29), floats(3, 2, 29, layout="gaps"), args=[order])
    for order in (1, 2):
        case("_moment", floats(2, 3), args=[order])
        case("_moment", floats(3, 2, 29, layout="reversed"), args=[order])
    case("tanh_backward", floats(2, 3), floats(2, 3))
    case("tanh_backward", floats(2, 3, layout="reversed"), floats(2, 3, layout="gaps"))


if __name__ == "__main__":
    print("# Made by ops.py from PyTorch %s; that file says how to read it.\n" % torch.__version__.split("+")[0])
    for part in (elementwise, functions, products, moves, subscripts, reductions, softmaxes, joins,
                 masks, casts, constants, gradients):
        part()
