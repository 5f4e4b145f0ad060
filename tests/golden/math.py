#!/usr/bin/env python3
"""Writes math.txt: more cases, as in ops.py, for the numeric operations.

    UPDATE=1 tests/parity/golden.py tests/golden/math.py
"""
import itertools

import torch
import torch.nn.functional as F

import ops
from ops import CALLS, SPECIAL, Input, bools, case, floats, inf, ints, nan

torch.manual_seed(3)
ops.TYPES.update({torch.float64: "float64", torch.int32: "int32", torch.uint8: "uint8",
                  torch.int16: "int16", torch.int8: "int8"})


ops.text = lambda v: "%d" % v if isinstance(v, (bool, int)) else "%.17g" % v


def of(dtype, *size):
    return Input(torch.randint(-4, 5, size).abs().to(dtype) if dtype == torch.uint8
                 else torch.randint(-4, 5, size).to(dtype))


def several(name, args=(), inputs=1, extra=()):
    """The cases that every function cell by cell has."""
    more = lambda *size: [floats(*size) for _ in range(inputs - 1)]
    case(name, floats(2, 3), *more(2, 3), args=args)
    case(name, floats(3, 2, layout="reversed"), *more(2), args=args)
    case(name, floats(5, layout="gaps"), *more(1), args=args)
    case(name, floats(), *more(), args=args)
    case(name, floats(2, 0), *more(2, 1), args=args)
    case(name, SPECIAL, *[SPECIAL[::-1]] * (inputs - 1), args=args)
    for dtype in (torch.int64, torch.bool, torch.float64, torch.int32, torch.uint8):
        case(name, of(dtype, 4), *[of(dtype, 4) for _ in range(inputs - 1)], args=args)
    for values in extra:
        case(name, *values, args=args)


def functions():
    for name in ("exp2", "expm1", "log2", "log10", "log1p", "erf", "erfc", "sinh", "cosh", "tan",
                 "asin", "acos", "atan", "deg2rad", "rad2deg", "floor", "ceil", "trunc", "frac",
                 "sign", "square", "reciprocal", "isnan", "isinf", "isfinite"):
        print("# %s\n" % name)
        several(name)
    print("# with arguments\n")
    several("logit")
    several("logit", [0.25])
    several("nan_to_num", [None, None, None])
    several("nan_to_num", [1.5, 7.0, None])
    several("positive")
    F_NAMES = {"leaky_relu": [(0.01,), (0.5,), (-1.5,)], "hardswish": [()], "hardsigmoid": [()],
               "elu": [(1.0,), (0.3,)], "celu": [(1.0,), (0.3,)], "selu": [()], "silu": [()],
               "mish": [()], "softplus": [(1, 20), (2, 1.5)], "logsigmoid": [()],
               "hardtanh": [(-1.0, 1.0), (0.25, 2.0)], "relu6": [()],
               "threshold": [(0.5, 3.0)], "gelu": [("none",), ("tanh",)]}
    # NaN on some processors (oneDNN with AVX-512), and not on others
    CALLS["gelu"] = lambda x, how: torch.where(x == inf, x, F.gelu(x, approximate=how))
    for name, lists in F_NAMES.items():
        print("# %s\n" % name)
        CALLS.setdefault(name, getattr(F, name))
        for args in lists:
            several(name, args)


def functions_of_several():
    for name in ("atan2", "hypot", "fmod", "logaddexp", "fmax", "fmin", "xlogy", "logical_xor"):
        print("# %s\n" % name)
        several(name, inputs=2)
        case(name, ints(3), floats(2, 1))
        case(name, floats(2, 3), floats(4))
        case(name, [7, -7, 5], [2, 3, -4])
        case(name, [1, 2], [0, 1])
    case("fmod", floats(3), 0.75)
    case("fmod", ints(3), 2)
    case("fmod", ints(3), 0)
    for name in ("bitwise_left_shift", "bitwise_right_shift"):
        case(name, [1, -8, 5], [2, 1, 0])
        case(name, [1, -8, 5], 1)
        case(name, of(torch.int32, 4), 2)
        case(name, bools(2), 1)
    print("# clamp\n")
    torch_clamp = torch.clamp
    CALLS["clamp"] = lambda x, low=None, high=None: torch_clamp(x, low, high)
    for x in (floats(2, 3), ints(4), SPECIAL, floats(2, 3, layout="reversed"), of(torch.uint8, 3),
              of(torch.float64, 3), bools(3), floats(0)):
        for low, high in [(-1, 1), (0.5, None), (None, 0.25), (2, 1), (None, None), (-inf, nan)]:
            case("clamp", x, low, high)
    for x in (floats(2, 3), ints(2, 3)):
        case("clamp", x, floats(3), None)
        case("clamp", x, None, ints(2, 1))
        case("clamp", x, floats(2, 3), floats(3))
        case("clamp_min", x, 0.5)
        case("clamp_max", x, 1)
        case("clamp_min", x, floats(3))
        case("clamp_max", x, ints(3))
    case("clamp", floats(2, 3), floats(4), None)
    print("# lerp, addcmul, addcdiv, alpha, rounding\n")
    for weight in (0.25, 0.75, 2.0, floats(3)):
        case("lerp", floats(2, 3), floats(2, 3), weight)
        case("lerp", of(torch.float64, 3), of(torch.float64, 3),
             weight if isinstance(weight, float) else of(torch.float64, 3))
    case("lerp", floats(2), of(torch.float64, 2), 0.5)
    case("lerp", ints(2), ints(2), 0.5)
    CALLS["addcmul"] = lambda x, y, z, v: torch.addcmul(x, y, z, value=v)
    CALLS["addcdiv"] = lambda x, y, z, v: torch.addcdiv(x, y, z, value=v)
    for name in ("addcmul", "addcdiv"):
        for value in (1, 0.5, -2):
            case(name, floats(2, 3), floats(3), floats(2, 1), args=[value])
            case(name, ints(3), ints(3), ints(3, low=1), args=[value])
            case(name, of(torch.float64, 3), ints(3), of(torch.float64, 3), args=[value])
        case(name, bools(2), bools(2), bools(2), args=[1])
    CALLS["add"] = lambda x, y, alpha=1: torch.add(x, y, alpha=alpha)
    CALLS["sub"] = lambda x, y, alpha=1: torch.sub(x, y, alpha=alpha)
    for name in ("add", "sub"):
        for alpha in (2, -0.5):
            case(name, floats(2, 3), floats(3), args=[alpha])
            case(name, ints(3), ints(3), args=[alpha])
            case(name, ints(3), floats(3), args=[alpha])
            case(name, floats(3), 2, args=[alpha])
            case(name, of(torch.uint8, 3), of(torch.uint8, 3), args=[alpha])
    CALLS["div"] = lambda x, y, mode=None: torch.div(x, y, rounding_mode=mode)
    for mode in (None, "floor", "trunc", "round"):
        case("div", floats(2, 3), [0.75, -2.0, 3.0], args=[mode])
        case("div", [7, -7, 8, -8], [2, 2, -3, 4], args=[mode])
        case("div", [7, -7], 2.0, args=[mode])
        case("div", [7, -7], 0, args=[mode])
        case("div", [1.0, -1.0, nan], 0.0, args=[mode])
        case("div", of(torch.int32, 3), 3, args=[mode])


def products():
    print("# linear, addmm …\n")
    CALLS["linear"] = F.linear
    sizes = [((2, 3), (4, 3), (4,)), ((3,), (4, 3), (4,)), ((2, 2, 3), (4, 3), (4,)),
             ((2, 3), (4, 3), None), ((2, 2, 3), (4, 3), None), ((3,), (4, 3), None),
             ((2, 3), (3,), None), ((0, 3), (4, 3), (4,)), ((2, 0), (4, 0), (4,)),
             ((2, 3), (4, 5), (4,)), ((2, 3), (4, 5), None), ((2, 2, 3), (4, 5), None),
             ((2, 3), (1, 3), (1,))]
    for a, w, b in sizes:
        case("linear", floats(*a), floats(*w), *([] if b is None else [floats(*b)]))
    case("linear", floats(3, 2, layout="reversed"), floats(4, 2, layout="reversed"), floats(4))
    case("linear", floats(2, 3, layout="gaps"), floats(4, 3, layout="gaps"), floats(4))
    case("linear", floats(2, 3, 2, layout="reversed"), floats(4, 2), floats(4))
    for dtype in (torch.float64, torch.int64, torch.int32):
        case("linear", of(dtype, 2, 3), of(dtype, 4, 3), of(dtype, 4))
    case("linear", ints(2, 3), floats(4, 3), None)
    factors = [(1, 1), (0.5, 2), (0, 1), (2, -1)]
    CALLS["addmm"] = lambda x, a, b, beta, alpha: torch.addmm(x, a, b, beta=beta, alpha=alpha)
    CALLS["addmv"] = lambda x, a, b, beta, alpha: torch.addmv(x, a, b, beta=beta, alpha=alpha)
    CALLS["baddbmm"] = lambda x, a, b, beta, alpha: torch.baddbmm(x, a, b, beta=beta, alpha=alpha)
    for pair in factors:
        case("addmm", floats(2, 4), floats(2, 3), floats(3, 4), args=pair)
        case("addmm", floats(4), floats(2, 3), floats(3, 4), args=pair)
        case("addmm", floats(2, 1), floats(2, 3, layout="reversed"), floats(3, 4), args=pair)
        case("addmm", floats(), floats(2, 3), floats(3, 4), args=pair)
        case("addmm", ints(2, 4), ints(2, 3), ints(3, 4), args=pair)
        case("addmv", floats(2), floats(2, 3), floats(3), args=pair)
        case("baddbmm", floats(2, 2, 4), floats(2, 2, 3), floats(2, 3, 4), args=pair)
        case("baddbmm", floats(4), floats(2, 2, 3), floats(2, 3, 4), args=pair)
        case("baddbmm", floats(2, 1, 1), floats(2, 2, 3, layout="reversed"), floats(2, 3, 4),
             args=pair)
    case("addmm", floats(2, 4), floats(2, 3), floats(4, 4), args=(1, 1))
    case("addmm", floats(3, 4), floats(2, 3), floats(3, 4), args=(1, 1))
    case("baddbmm", floats(2, 2, 4), floats(2, 2, 3), floats(2, 4, 4), args=(1, 1))
    case("outer", floats(3), floats(2))
    case("outer", ints(3), floats(2, layout="gaps"))
    case("outer", floats(0), floats(2))
    case("outer", floats(2, 2), floats(2))
    print("# einsum\n")
    CALLS["einsum"] = lambda *a: torch.einsum(a[-1], *a[:-1])
    for equation, shapes in [
            ("ij,jk->ik", [(2, 3), (3, 4)]), ("ij,jk", [(2, 3), (3, 4)]), ("ij->ji", [(2, 3)]),
            ("ij->", [(2, 3)]), ("ij->i", [(2, 3)]), ("ii", [(3, 3)]), ("ii->i", [(3, 3)]),
            ("bii->bi", [(2, 3, 3)]), ("i,i->", [(3,), (3,)]), ("i,j->ij", [(3,), (2,)]),
            ("ij,ij->ij", [(2, 3), (2, 3)]), ("bij,bjk->bik", [(2, 2, 3), (2, 3, 2)]),
            ("bqhd,bkhd->bhqk", [(2, 3, 2, 2), (2, 4, 2, 2)]),
            ("bhqk,bkhd->bqhd", [(2, 2, 3, 4), (2, 4, 2, 2)]),
            ("nqhd,nkhd->nhqk", [(1, 2, 2, 3), (1, 2, 2, 3)]),
            ("...ij,...jk->...ik", [(2, 2, 3), (3, 2)]), ("...i->i...", [(2, 3)]),
            ("i...,i...->...", [(2, 3), (2, 3)]), ("ij,jk,kl->il", [(2, 3), (3, 2), (2, 2)]),
            ("a,b,c->abc", [(2,), (2,), (2,)]), ("ij,kl->", [(2, 3), (2, 2)]),
            (" i j , j k -> i k ", [(2, 3), (3, 2)]), ("ij,j->i", [(2, 3), (3,)]),
            ("Ab,bC->AC", [(2, 3), (3, 2)]), ("bB,B", [(2, 3), (3,)]), ("ij,ik->kj", [(2, 3), (2, 4)]),
            ("ij,jk->ik", [(2, 0), (0, 3)]), (",i->i", [(), (3,)]), ("ij,jk->ik", [(2, 1), (3, 4)]),
            ("i->ii", [(3,)]), ("i->j", [(3,)]), ("ij,jk->ik", [(2, 3), (4, 5)]),
            ("ij->ij", [(2, 3, 4)]), ("ijk->ij", [(2, 3)]), ("i1->i", [(2, 3)]),
            ("ij,jk->ik", [(2, 3)]), ("ij->ij", [(2, 3), (2, 3)]), ("i..j->ij", [(2, 3)])]:
        case("einsum", *[floats(*s) for s in shapes], args=[equation])
    case("einsum", floats(2, 3, layout="reversed"), floats(3, 2, layout="gaps"), args=["ij,jk->ik"])
    case("einsum", ints(2, 3), ints(3, 2), args=["ij,jk->ki"])
    case("einsum", of(torch.float64, 2, 3), of(torch.float64, 3), args=["ij,j->i"])
    case("einsum", floats(2, 3), ints(3), args=["ij,j->i"])
    print("# conv1d\n")
    CALLS["conv1d"] = F.conv1d
    plain = ((1,), (0,), (1,), 1)
    for x, w, b, args in [
            ((2, 3, 6), (4, 3, 3), (4,), plain), ((2, 3, 6), (4, 3, 3), None, plain),
            ((3, 6), (4, 3, 3), (4,), plain), ((1, 2, 5), (2, 2, 1), (2,), plain),
            ((1, 2, 7), (2, 2, 3), (2,), ((2,), (1,), (1,), 1)),
            ((1, 2, 7), (2, 2, 2), None, ((1,), (2,), (3,), 1)),
            ((2, 4, 5), (6, 2, 2), (6,), ((1,), (0,), (1,), 2)),
            ((1, 3, 5), (3, 1, 3), (3,), ((1,), "same", (1,), 3)),
            ((1, 1, 6), (1, 1, 4), None, ((1,), "same", (1,), 1)),
            ((1, 1, 6), (1, 1, 4), None, ((1,), "valid", (1,), 1)),
            ((2, 3, 6), (4, 2, 3), (4,), plain), ((1, 3, 2), (4, 3, 3), (4,), plain),
            ((1, 1, 6), (1, 1, 4), None, ((2,), "same", (1,), 1))]:
        case("conv1d", floats(*x), floats(*w), None if b is None else floats(*b), args=args)
    case("conv1d", floats(2, 3, 6, layout="reversed"), floats(2, 3, 2, layout="gaps"), None,
         args=plain)
    case("conv1d", of(torch.float64, 1, 2, 4), of(torch.float64, 2, 2, 2), None, args=plain)


def reductions():
    print("# norm, logsumexp …\n")
    CALLS["norm"] = lambda x, p, dim=None, keep=False, dtype=None: torch.norm(x, p, dim, keep, dtype=dtype)
    for p in ("fro", 1, 2, 3, 0.5, 0, inf, -inf):
        for args in [(None,), ((1,),), ((0,), True), ((0, 1),), ((-1,),)]:
            case("norm", floats(2, 3), args=[p, *args])
        case("norm", floats(3, 4, layout="reversed"), args=[p, (1,)])
        case("norm", SPECIAL, args=[p, None])
        case("norm", of(torch.float64, 3, 2), args=[p, (0,)])
    case("norm", floats(2, 3), args=[2, (2,)])
    for args in [((1,),), ((0,), True), ((0, 1),), ((-2,),)]:
        case("logsumexp", floats(2, 3), args=args)
        case("logsumexp", of(torch.float64, 2, 3), args=args)
    case("logsumexp", [[inf, 1.0], [-inf, -inf], [nan, 1.0], [1000.0, 1000.0]], args=[(1,)])
    case("logsumexp", floats(2, 0), args=[(1,)])
    CALLS["var"] = lambda x, dim=None, unbiased=True, keep=False, correction=None: \
        torch.var(x, dim, unbiased, keep) if correction is None else \
        torch.var(x, dim, correction=correction, keepdim=keep)
    CALLS["std"] = lambda x, dim=None, unbiased=True, keep=False, correction=None: \
        torch.std(x, dim, unbiased, keep) if correction is None else \
        torch.std(x, dim, correction=correction, keepdim=keep)
    for name in ("var", "std"):
        for correction in (0, 1, 2, 5):
            case(name, floats(3, 4), args=[(1,), True, False, correction])
            case(name, of(torch.float64, 3, 4), args=[(0, 1), True, True, correction])
    CALLS["cumprod"] = lambda x, dim, dtype=None: torch.cumprod(x, dim, dtype=dtype)
    for dim in (0, 1, -1, 2):
        case("cumprod", floats(2, 3), args=[dim])
        case("cumprod", ints(3, 2), args=[dim])
        case("cumprod", floats(3, 2, layout="reversed"), args=[dim, torch.float64])
    case("cumprod", bools(3), args=[0])
    CALLS["nansum"] = lambda x, dim=None, keep=False, dtype=None: torch.nansum(x, dim, keep, dtype=dtype)
    for args in [(), ((1,),), ((0,), True)]:
        case("nansum", [[1.0, nan, 2.0], [nan, nan, -1.5]], args=args)
        case("nansum", ints(2, 3), args=args)
    for x in (floats(3, 3), floats(2, 4), ints(3, 2), floats(2, 2, layout="reversed"), floats(0, 2),
              floats(3), of(torch.float64, 2, 2), of(torch.uint8, 2, 2)):
        case("trace", x)
    print("# cosine_similarity\n")
    for a, b, args in [((2, 3), (2, 3), (1, 1e-8)), ((2, 3), (2, 3), (0, 1e-8)),
                       ((3,), (3,), (0, 1e-8)), ((2, 3), (3,), (-1, 1e-8)),
                       ((2, 1, 3), (1, 4, 3), (2, 1e-8)), ((2, 3), (2, 3), (1, 2.5)),
                       ((2, 3), (2, 3), (2, 1e-8)), ((2, 3), (4, 3), (1, 1e-8)),
                       ((2, 0), (2, 0), (1, 1e-8))]:
        case("cosine_similarity", floats(*a), floats(*b), args=args)
    case("cosine_similarity", [[0.0, 0.0], [1.0, 0.0]], [[1.0, 2.0], [0.0, 0.0]], args=(1, 1e-8))
    case("cosine_similarity", of(torch.float64, 2, 3), of(torch.float64, 2, 3), args=(1, 1e-8))
    case("cosine_similarity", ints(2, 3), ints(2, 3), args=(1, 1e-8))


def normalizations():
    print("# layer_norm\n")
    CALLS["layer_norm"] = lambda x, w, b, size, eps: F.layer_norm(x, size, w, b, eps)
    for shape, size in [((2, 3), (3,)), ((2, 2, 3), (2, 3)), ((2, 3), (2, 3)), ((4,), (4,)),
                        ((2, 9), (9,)), ((2, 17), (17,)), ((0, 3), (3,)), ((2, 3), (2,)),
                        ((2, 3), ()), ((2, 3), (2, 2, 3))]:
        for eps in (1e-5, 0.5):
            case("layer_norm", floats(*shape), floats(*size), floats(*size), args=[size, eps])
            case("layer_norm", floats(*shape), None, None, args=[size, eps])
    case("layer_norm", floats(2, 3), floats(3), None, args=[(3,), 1e-5])
    case("layer_norm", floats(2, 3), None, floats(3), args=[(3,), 1e-5])
    case("layer_norm", floats(2, 3), floats(2), None, args=[(3,), 1e-5])
    case("layer_norm", floats(2, 3), floats(3), floats(1), args=[(3,), 1e-5])
    case("layer_norm", floats(3, 4, layout="reversed"), floats(4, layout="gaps"), None,
         args=[(4,), 1e-5])
    case("layer_norm", of(torch.float64, 2, 5), of(torch.float64, 5), None, args=[(5,), 1e-5])
    case("layer_norm", ints(2, 3), None, None, args=[(3,), 1e-5])
    case("layer_norm", [[1.0, 1.0], [inf, 1.0], [nan, 2.0]], None, None, args=[(2,), 1e-5])
    print("# softmax without a dimension\n")
    CALLS["F.softmax"] = lambda x, dim=None, level=3, dtype=None: F.softmax(x, dim, level, dtype)
    CALLS["F.log_softmax"] = lambda x, dim=None, level=3, dtype=None: \
        F.log_softmax(x, dim, level, dtype)
    for name in ("F.softmax", "F.log_softmax"):
        for shape in [(), (3,), (2, 3), (2, 3, 2), (2, 1, 3, 2)]:
            case(name, floats(*shape))
        case(name, floats(2, 3), args=[0, 3, torch.float64])
        case(name, floats(2, 3), args=[2])
        case(name, ints(2, 3), args=[1])
        case(name, ints(2, 3), args=[1, 3, torch.float32])
    print("# nll_loss\n")
    CALLS["nll_loss"] = lambda x, t, w, ignore, reduction: \
        F.nll_loss(x, t, w, ignore_index=ignore, reduction=reduction)
    for reduction, ignore in itertools.product(("mean", "sum", "none"), (-100, 1)):
        args = [ignore, reduction]
        for w in (None, [1.0, 0.5, 2.0]):
            case("nll_loss", floats(4, 3), [0, 2, 1, 1], w, args=args)
            case("nll_loss", floats(2, 3, 2), [[0, 1], [2, 0]], w, args=args)
        case("nll_loss", floats(3), torch.tensor(2), None, args=args)
        case("nll_loss", of(torch.float64, 2, 3), [2, 0], None, args=args)
    case("nll_loss", floats(2, 3), [1, 1], None, args=[1, "mean"])
    case("nll_loss", floats(2, 3), [0, 3], None, args=[-100, "mean"])
    case("nll_loss", floats(2, 3), [0, 1, 2], None, args=[-100, "mean"])
    case("nll_loss", floats(2, 3), [0.0, 1.0], None, args=[-100, "mean"])
    case("nll_loss", floats(2, 3), [0, 1], [1.0, 2.0], args=[-100, "mean"])


def added():
    """What came later, so that the numbers above are still drawn as they were."""
    print("# sgn\n")
    several("sgn")


if __name__ == "__main__":
    print("# Made by math.py from PyTorch %s; ops.py says how to read it.\n" % torch.__version__.split("+")[0])
    for part in (functions, functions_of_several, products, reductions, normalizations, added):
        part()
