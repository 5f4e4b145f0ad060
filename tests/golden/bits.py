#!/usr/bin/env python3
"""Writes bits.txt: float32 results of the real PyTorch, bit by bit.

    UPDATE=1 tests/parity/golden.py tests/golden/bits.py

PyTorch must run its AVX2 kernels (x86) in one thread; the script sees to the second and checks the
first. One line is one case:

    NAME SOURCE SHAPE LAYOUT [number N] [arg A]… = BITS…

or `arange START END STEP` and `linspace START END STEPS`. Inputs are not stored but made, here and
in test_float_bits.c, from the SOURCE: a kind and a seed, `near:7` (-4 to 4), `wide:7` (-4000 to
4000), `bits:7` (any bits: NaN, infinities, denormals …), or `special`, the list below. A second
SOURCE SHAPE LAYOUT is a second tensor. `number N` is a Python number as second input, `base N` as
first. `arg` is an integer, a tuple of them, a float or a word, `-` none. Layouts are those of ops.py,
and `sliced`: columns 1 to -2 of a wider tensor. All NaNs count as 7fc00000.

After `=` every bit is meant: BITS are the result's cells in hexadecimal; of more than 12 cells, their
count and a hash: FNV-1a of 64 bits over 32-bit words. After `~`, for functions that PyTorch takes from
libraries of which there are several versions (SLEEF and libm), 2 units in the last place may differ:
BITS are the cells, of more than 40 the 40 of them that are spread evenly.
"""
import itertools
import sys

import numpy as np
import torch
import torch.nn.functional as F

torch.set_num_threads(1)
if "CPU capability usage: AVX2" not in torch.__config__.show():
    sys.exit("bits.py: this PyTorch does not use AVX2 here")

SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.0, -3.0, 10.0, -0.1, 88.7, 88.73, -87.4, -103.9, 104.5,
           -104.5, 1e-45, -1e-45, 1e-38, 3e38, -3e38, np.inf, -np.inf, np.nan, 124.99, 125.0, -125.0,
           8.66, 8.67, 1e-4, 1e10, 16777217.0]


def mixed(seed, n):
    """n numbers of 32 bits: Murmur's finalizer over a counter."""
    x = np.arange(n, dtype=np.uint32) + np.uint32((seed * 0x9E3779B9) & 0xFFFFFFFF)
    x ^= x >> np.uint32(16)
    x *= np.uint32(0x85EBCA6B)
    x ^= x >> np.uint32(13)
    x *= np.uint32(0xC2B2AE35)
    return x ^ (x >> np.uint32(16))


def source(word, n):
    if word == "special":
        return np.resize(np.array(SPECIAL, np.float32), n)
    kind, seed = word.split(":")
    x = mixed(int(seed), n)
    if kind == "bits":
        return x.view(np.float32)
    x = (x >> np.uint32(8)).astype(np.float64) - 2**23
    return (x * 2.0**-21 * (1000 if kind == "wide" else 1)).astype(np.float32)


def tensor(word, shape, layout):
    t = torch.from_numpy(source(word, int(np.prod(shape))).copy()).reshape(shape)
    if layout == "reversed":
        dims = list(range(t.dim()))[::-1]
        t = t.permute(dims).contiguous().permute(dims)
    elif layout == "gaps":
        wide = torch.zeros(*t.shape, 2)
        wide[..., 1] = t
        t = wide[..., 1]
    elif layout == "sliced":
        wide = torch.zeros(*t.shape[:-1], t.shape[-1] + 3)
        wide[..., 1:-2] = t
        t = wide[..., 1:-2]
    return t


# What IEEE 754 leaves no choice in, or what is added and multiplied in an order that is known.
EXACT = set("""sqrt rsqrt reciprocal frac floor ceil trunc deg2rad rad2deg square hardswish hardsigmoid
leaky_relu fmod remainder fmax fmin maximum minimum lerp addcmul addcdiv add sub arange linspace
softmax log_softmax sum mean prod var std cumsum layer_norm _softmax_backward_data
_log_softmax_backward_data tanh_backward _layer_norm_backward _layer_norm_backward_weight
_layer_norm_backward_bias _sum_of_products _moment""".split())
SPREAD = 40


def shown(name, out):
    bits = out.reshape(-1).numpy().view(np.uint32).copy()
    bits[np.isnan(out.reshape(-1).numpy())] = 0x7FC00000
    if name not in EXACT:
        some = min(len(bits), SPREAD)
        return "~ " + " ".join("%08x" % bits[i * (len(bits) - 1) // max(1, some - 1)] for i in range(some))
    return "= " + exactly(bits)


def exactly(bits):
    if len(bits) <= 12:
        return " ".join("%08x" % b for b in bits)
    h = 0xCBF29CE484222325
    for b in bits.tolist():
        h = ((h ^ b) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return "%d #%016x" % (len(bits), h)


def case(name, function, *inputs, number=None, base=None, args=()):
    words, tensors = [name], []
    for word, shape, layout in inputs:
        words += [word, str(tuple(shape)), layout or "contiguous"]
        tensors.append(tensor(word, shape, layout))
    if base is not None:
        words += ["base", repr(base)]
        tensors.insert(0, base)
    if number is not None:
        words += ["number", repr(number)]
        tensors.append(number)
    words += ["arg %s" % (str(a).replace(" ", "") if isinstance(a, tuple) else a) for a in args]
    print(*words, shown(name, function(*tensors, *args)))


LAYOUTS = ["", "gaps", "sliced"]
seeds = itertools.count(1)


def made(kind, shape, layout=""):
    return "%s:%d" % (kind, next(seeds)), shape, layout


def functions():
    for name in ("exp", "log", "sin", "cos", "tanh", "sigmoid", "sqrt", "rsqrt"):
        f = getattr(torch, name)
        print("# %s\n" % name)
        case(name, f, ("special", (len(SPECIAL),), ""))
        case(name, f, ("special", (1,), ""))
        for i in range(0, len(SPECIAL), 8):
            case(name, lambda x: f(x), ("special", (i + 3,), ""))
        for kind in ("near", "wide", "bits"):
            for n in (1, 3, 8, 15, 16, 17, 4096, 8191):
                case(name, f, made(kind, (n,)))
            for shape, layout in itertools.product([(3, 5), (4, 33), (2, 3, 40)], LAYOUTS):
                case(name, f, made(kind, shape, layout))
            for shape in [(3, 5), (7, 40), (5, 3, 17), (60, 70)]:
                case(name, f, made(kind, shape, "reversed"))
        print()


def special_first(name, f, args=()):
    n = len(SPECIAL)
    case(name, f, ("special", (n,), ""), args=args)
    for i in range(3, n, 8):
        case(name, f, ("special", (i,), ""), args=args)


# Functions of one tensor, with what is given to them besides.
ONE = [(name, getattr(torch, name), ()) for name in (
    "exp2", "expm1", "log2", "log10", "log1p", "erf", "erfc", "sinh", "cosh", "tan", "asin", "acos",
    "atan", "reciprocal", "frac", "floor", "ceil", "trunc", "deg2rad", "rad2deg", "square")]
ONE += [("silu", F.silu, ()), ("mish", F.mish, ()), ("selu", F.selu, ()),
        ("hardswish", F.hardswish, ()), ("hardsigmoid", F.hardsigmoid, ()),
        ("logsigmoid", F.logsigmoid, ()), ("softplus", F.softplus, (1, 20)),
        ("softplus", F.softplus, (2, 5)), ("elu", F.elu, (1.0,)), ("elu", F.elu, (0.3,)),
        ("celu", F.celu, (1.5,)), ("leaky_relu", F.leaky_relu, (0.01,)),
        ("gelu", lambda x, how: torch.where(x == np.inf, x, F.gelu(x, approximate=how)), ("none",)),
        ("gelu", lambda x, how: F.gelu(x, approximate=how), ("tanh",)),
        ("logit", lambda x, eps=None: torch.logit(x), ()), ("logit", torch.logit, (0.1,))]


def more_functions():
    for name, f, args in ONE:
        print("# %s\n" % name)
        special_first(name, f, args)
        for kind in ("near", "wide", "bits"):
            for n in (1, 3, 16, 17, 4096, 8191):
                case(name, f, made(kind, (n,)), args=args)
        for shape, layout in [((4, 33), "gaps"), ((2, 3, 40), "sliced"), ((7, 40), "reversed")]:
            case(name, f, made("near", shape, layout), args=args)
        print()


TWO = [(name, getattr(torch, name)) for name in (
    "atan2", "hypot", "fmod", "remainder", "logaddexp", "fmax", "fmin", "maximum", "minimum")]


def functions_of_several():
    n = len(SPECIAL)
    for name, f in TWO:
        print("# %s\n" % name)
        # SLEEF's fmod gives NaN where the quotient has too many digits; ours is exact.
        whole = name in ("fmod", "remainder")
        for kind in ("near", "wide") if whole else ("near", "wide", "bits"):
            for shape in [(1,), (3,), (37,), (4000,)]:
                case(name, f, made(kind, shape), made(kind, shape))
            case(name, f, made(kind, (5, 40)), made("near", (5, 1)))
            case(name, f, made(kind, (5, 40), "gaps"), made("near", (40,)))
        # Which of 0 and -0 is the larger depends on where in a vector they stand.
        if not whole and name not in ("maximum", "minimum", "fmax", "fmin"):
            case(name, f, ("special", (n, 1), ""), ("special", (1, n), ""))
        print()
    three = {"lerp": lambda x, y, z: torch.lerp(x, y, z),
             "addcmul": lambda x, y, z, v: torch.addcmul(x, y, z, value=v),
             "addcdiv": lambda x, y, z, v: torch.addcdiv(x, y, z, value=v)}
    for name, f in three.items():
        print("# %s\n" % name)
        for kind, args in itertools.product(("near", "wide"), [()] if name == "lerp" else
                                            [(1,), (0.3,), (-2,)]):
            for shape in [(3,), (37,), (500,)]:
                case(name, f, made(kind, shape), made(kind, shape), made(kind, shape), args=args)
        print()
    print("# lerp, add and sub with a number\n")
    for number in (0.0, 0.3, 0.5, 0.7, 1.0, -2.0):
        case("lerp", torch.lerp, made("near", (100,)), made("near", (100,)), number=number)
    for alpha in (0.3, -1.5, 2):
        for name in ("add", "sub"):
            case(name, lambda x, y, a: getattr(torch, name)(x, y, alpha=a), made("near", (100,)),
                 made("wide", (100,)), args=[alpha])
    print()


def powers():
    print("# pow\n")
    power = lambda x, y: x ** y
    for number in (0, 1, 2, 3, -1, -2, 0.5, -0.5, 1.7, 0.1, -3, 2.5, 7):
        for kind in ("near", "bits"):
            for n in (3, 16, 37, 4000):
                case("pow", power, made(kind, (n,)), number=number)
        case("pow", power, ("special", (len(SPECIAL),), ""), number=number)
        case("pow", power, made("near", (5, 20), "sliced"), number=number)
        case("pow", power, made("near", (5, 20), "gaps"), number=number)
        case("pow", power, made("near", (5, 20), "reversed"), number=number)
    for base in (10000.0, 2, 1, 0.5, -2.0):
        for n in (3, 16, 37, 4000):
            case("pow", power, made("near", (n,)), base=base)
    for kind in ("near", "wide", "bits"):
        for n in (3, 16, 37, 4000):
            case("pow", power, made(kind, (n,)), made("near", (n,)))
        case("pow", power, made(kind, (5, 20)), made("near", (20,)))
        case("pow", power, made(kind, (5, 20)), made("near", (5, 1)))
        case("pow", power, made(kind, (5, 1)), made("near", (1, 20)))
        case("pow", power, made(kind, (5, 20), "sliced"), made("near", (5, 20)))
    n = len(SPECIAL)
    case("pow", power, ("special", (n, 1), ""), ("special", (1, n), ""))
    print()


def ranges():
    print("# arange, linspace\n")
    for start, end, step in [(0, 5, 0.1), (0.3, 7, 0.37), (-1, 1, 0.01), (3, -4, -0.3), (0, 1, 0.5),
                             (1.1, 100.7, 0.7), (0, 1.6, 0.1), (1e6, 1e6 + 3, 0.1)]:
        print("arange", repr(float(start)), repr(float(end)), repr(float(step)),
              shown("arange", torch.arange(float(start), float(end), step)))
    for start, end in [(0.0, 1.0), (-3.0, 10.0), (0.1, 0.9), (5.5, -7.25), (-1e3, 1e-3)]:
        for steps in (1, 2, 3, 7, 15, 16, 17, 31, 32, 33, 40, 100, 1001):
            print("linspace", start, end, steps, shown("linspace", torch.linspace(start, end, steps)))
    print()


def softmaxes():
    shapes = [(1,), (3,), (8,), (9,), (16,), (100,), (1024,), (3, 3), (8, 8), (9, 9), (16, 16),
              (5, 100), (100, 5), (3, 1024), (1024, 3), (130, 70), (4, 1), (1, 4), (2, 3, 4),
              (2, 3, 8), (2, 9, 17), (2, 4, 6, 6)]
    for name, f in (("softmax", F.softmax), ("log_softmax", F.log_softmax)):
        print("# %s\n" % name)
        for shape in shapes:
            for dim in range(len(shape)):
                case(name, f, made("near", shape), args=[dim])
        for inner in range(1, 24):
            case(name, f, made("near", (5, 7, inner)), args=[1])
        for layout in ("reversed", "gaps", "sliced"):
            for dim in (0, 1):
                case(name, f, made("near", (9, 20), layout), args=[dim])
                case(name, f, made("wide", (20, 9), layout), args=[dim])
        case(name, f, ("special", (4, 8), ""), args=[0])
        case(name, f, ("special", (4, 8), ""), args=[1])
        print()


def reductions():
    shapes = [(1,), (3,), (5,), (8,), (9,), (16,), (31,), (32,), (33,), (100,), (127,), (128,),
              (600,), (1024,), (5000,), (70000,), (3, 3), (8, 8), (9, 9), (3, 100), (100, 3),
              (17, 70), (70, 17), (33, 40), (600, 33), (1024, 9), (3, 1024), (4, 1), (1, 4), (2, 3, 4),
              (9, 10, 11), (2, 40, 33), (3, 1, 20), (2, 3, 4, 5)]
    reduced = {"sum": torch.sum, "mean": torch.mean, "prod": torch.prod, "var": torch.var,
               "std": torch.std}
    for name, f in reduced.items():
        print("# %s\n" % name)
        for shape, layout in itertools.product(shapes, ["", "reversed", "gaps", "sliced"]):
            if len(shape) == 1 and layout == "reversed" or np.prod(shape) > 20000 and layout:
                continue
            if name == "prod" and np.prod(shape) > 2000:
                continue
            case(name, f, made("near", shape, layout))
            for dim in range(len(shape)):
                case(name, f, made("near", shape, layout), args=[dim])
        case(name, f, ("special", (8,), ""))
        case(name, f, made("wide", (40, 40)), args=[0])
        print()
    print("# cumsum\n")
    for shape in [(5,), (100,), (30, 40)]:
        for dim in range(len(shape)):
            case("cumsum", torch.cumsum, made("near", shape), args=[dim])
    print()


def layer_norms():
    print("# layer_norm: the last size is normalized\n")
    norm = lambda x, *rest: F.layer_norm(x, rest[-1], *rest[:-1])
    for n in (1, 2, 3, 7, 8, 9, 15, 16, 64, 65, 127, 128, 129, 256, 300, 768, 1000, 1024, 3000):
        for kind in ("near", "wide"):
            case("layer_norm", norm, made(kind, (3, n)), args=[(n,)])
            case("layer_norm", norm, made(kind, (2, n)), made("near", (n,)), made("near", (n,)),
                 args=[(n,)])
    case("layer_norm", norm, made("near", (4, 30), "gaps"), args=[(30,)])
    case("layer_norm", norm, made("near", (2, 3, 40), "reversed"), args=[(3, 40)])
    print()


def gradients():
    """Of a gradient and an output, whatever they are: the order of the sums is what matters."""
    print("# gradients in one step\n")
    for name in ("_softmax_backward_data", "_log_softmax_backward_data"):
        f = lambda g, y, dim: getattr(torch, name)(g, y, dim, torch.float32)
        for shape in [(1,), (3,), (7,), (8,), (9,), (16,), (100,), (3, 3), (9, 9), (5, 100), (100, 5),
                      (130, 70), (2, 3, 4), (2, 9, 17), (2, 4, 6, 6)]:
            for dim in range(len(shape)):
                case(name, f, made("near", shape), made("near", shape), args=[dim])
        case(name, f, made("near", (9, 20), "gaps"), made("near", (9, 20), "reversed"), args=[1])
    for shape in [(3,), (16,), (100,), (9, 20)]:
        case("tanh_backward", torch.ops.aten.tanh_backward, made("near", shape), made("near", shape))

    def norm(which):
        def backward(g, x, *rest):
            shape, weight = rest[-1], rest[0] if len(rest) > 1 else None
            _, mean, factor = torch.native_layer_norm(x, shape, weight, None, 1e-5)
            ones = torch.ones(shape)
            return torch.ops.aten.native_layer_norm_backward(
                g, x, shape, mean, factor, ones if which else weight, ones,
                [at == which for at in range(3)])[which]

        return backward

    for shape in [(5, 3), (5, 7), (8, 8), (9, 12), (40, 33), (130, 100)]:
        for which, name in enumerate(("", "_weight", "_bias")):
            case("_layer_norm_backward" + name, norm(which), made("near", shape), made("near", shape),
                 args=[shape[1:]])
        case("_layer_norm_backward", norm(0), made("near", shape), made("wide", shape),
             made("near", shape[1:]), args=[shape[1:]])
    print()


def down(x, y, order):
    zeros, ones = torch.zeros(x.size(0)), torch.ones(x.size(0))
    return torch.ops.aten.native_batch_norm_backward(
        y.t().contiguous(), x.t().contiguous(), ones, None, None, zeros, ones, True, 0, [True] * 3)[1]


def eights(x, y, order):
    zero, one, count = torch.zeros(1, 1), torch.ones(1, 1), x.size(0)
    return torch.ops.aten.native_group_norm_backward(
        x.contiguous()[None], y.contiguous()[None], zero, one, torch.ones(count), 1, count, x.size(1),
        1, [True] * 3)[1]


def moments():
    print("# sums of products and moments, as batch_norm and group_norm find them\n")
    mean = lambda x, order: torch.native_group_norm(x.contiguous(), None, None, x.size(0), 1, x.size(1),
                                                    1, 0)[1]
    for shape in [(3, 1), (5, 3), (5, 7), (8, 8), (9, 12), (40, 33), (13, 1000)]:
        for layout in ("", "gaps"):
            for f in (down, eights):
                case("_sum_of_products", f, made("near", shape, layout), made("near", shape),
                     args=[f.__name__])
            case("_moment", mean, made("near", shape, layout), args=[1])
    print()


print("# Made by bits.py from PyTorch %s; that file says how to read it.\n" % torch.__version__.split("+")[0])
functions()
powers()
ranges()
softmaxes()
reductions()
more_functions()
functions_of_several()
layer_norms()
gradients()
moments()
