#!/usr/bin/env python3
"""Writes dtypes.txt: the operations on every dtype and pair of dtypes, answered by PyTorch.

    UPDATE=1 tests/parity/golden.py tests/golden/dtypes.py

The cases are written as ops.py says; numbers of float64 have 17 digits.
"""
import warnings

import torch

import ops
from ops import Input, Slice, case, inf, nan

warnings.filterwarnings("ignore")
torch.manual_seed(2)
ops.TYPES = {torch.float32: "float32", torch.int64: "int64", torch.bool: "bool",
             torch.float64: "float64", torch.int32: "int32", torch.int16: "int16",
             torch.int8: "int8", torch.uint8: "uint8"}
ALL = list(ops.TYPES)
ops.text = lambda v: "%d" % v if isinstance(v, (bool, int)) else "%.17g" % v


def made(values, dtype, layout=""):
    return Input(torch.tensor(values, dtype=torch.float64).to(dtype), layout)


def left(dtype):
    return made([[3.7, 0.0, 100.0], [1.0, 127.0, 7.5]], dtype)


def right(dtype):
    return made([2.5, 1.0, 90.0], dtype, "gaps")


def pairs():
    two = ["add", "sub", "mul", "div", "floor_divide", "remainder", "pow", "eq", "lt", "ge",
           "maximum", "minimum", "bitwise_and", "bitwise_or", "bitwise_xor", "logical_and",
           "logical_or"]
    for name in two:
        print("# %s\n" % name)
        for a in ALL:
            for b in ALL:
                case(name, left(a), right(b))
                case(name, left(a), made(3, b))
            if name in ("maximum", "minimum", "logical_and", "logical_or"):
                continue
            for number in (2, 1.5, True, 300, -3):
                if not (name == "pow" and number == 300):
                    case(name, left(a), number)
    for a in ALL:
        for b in ALL:
            case("cat", left(a), left(b), args=[0])
            case("where", [True, False, True], right(a), right(b))
            case("setitem", left(a), right(b), args=[Slice("0")])
        for number in (2, 1.5, True, 300, -3, -300, 1e30, inf):
            case("setitem", left(a), number, args=[Slice("0")])
            case("masked_fill", right(a), [True, False, True], number)
            case("where", [True, False, True], right(a), number)
        case("stack", right(a), right(torch.float32), args=[0])
        case("masked_fill", right(a), [True, False, True], made(2.5, torch.float64))


def functions():
    for name in ("neg", "exp", "log", "sqrt", "rsqrt", "sin", "cos", "tanh", "sigmoid", "abs",
                 "relu", "round", "bitwise_not", "logical_not"):
        print("# %s\n" % name)
        for a in ALL:
            case(name, left(a))
            case(name, made([-1.5, -128, 0.25], a, "gaps"))
    for a in ALL:
        case("round", left(a), args=[1])
    case("round", made([0.15, 1.005, -1234.567, inf], torch.float64), args=[2])


def reductions():
    for name in ("sum", "mean", "prod", "amax", "amin", "var", "std", "max", "min", "argmax",
                 "argmin", "any", "all", "cumsum"):
        print("# %s\n" % name)
        for a in ALL:
            if name != "cumsum":
                case(name, left(a))
            case(name, left(a), args=[0])
            case(name, left(a), args=[-1])
            if name in ("sum", "prod", "mean"):
                for b in ALL:
                    if b != torch.bool:
                        case(name, left(a), args=[0, False, b])
            if name == "cumsum":
                for b in ALL:
                    if b != torch.bool:
                        case(name, left(a), args=[1, b])
    x = made([0.1 * i for i in range(300)], torch.float64)
    for name in ("sum", "mean", "var", "std"):
        case(name, x)
    for name in ("amax", "argmin"):
        case(name, made([1.0, nan, 2.0], torch.float64))
    for name in ("softmax", "log_softmax"):
        for a in ALL:
            case(name, left(a), args=[-1])
            case(name, left(a), args=[0])
            case(name, left(a), args=[0, torch.float64])
        case(name, made([-inf, -inf], torch.float64), args=[0])
        case(name, made([1e3, 1e3 + 1], torch.float64), args=[0])


def products():
    for a in ALL:
        for b in ALL:
            case("matmul", made([[1, 2, 3], [4, 5, 100]], a), made([[1, 0], [7, 8], [2, 50]], b))
        case("matmul", made([1, 2, 100], a), made([1, 2, 90], a))
        case("mm", made([[1, 2], [4, 5]], a, "reversed"), made([[1, 0], [7, 8]], a))
        case("bmm", made([[[1, 2], [4, 5]]] * 2, a), made([[[1, 0], [7, 8]]] * 2, a, "gaps"))
        case("mv", made([[1, 2], [4, 5]], a), made([1, 2], a))
        case("dot", made([1, 2], a), made([1, 2], a))
    case("matmul", made(torch.randn(70, 70).tolist(), torch.float64),
         made(torch.randn(70, 70).tolist(), torch.float64, "reversed"))


def casts():
    ops.CALLS.update({n: lambda x, n=n: getattr(x, n)()
                      for n in ("double", "int", "short", "char", "byte")})
    for a in ALL:
        for b in ALL:
            case("to", left(a), args=[b])
            case("to", made([-1.9, 200, 70000, 5e9, -200, -5e9], a, "gaps"), args=[b])
        for name in ("double", "int", "short", "char", "byte", "float", "long", "bool"):
            case(name, left(a))
        for name in ("tril", "contiguous", "clone", "T"):
            case(name, left(a))
        for name in ("zeros_like", "ones_like"):
            case(name, left(a))
        case("getitem", left(a), args=[Slice("1, 1:")])


def constants():
    for name in ("tril_indices", "triu_indices"):
        for a in [(3, 3, 0), (2, 4, 1), (4, 2, -1), (3, 3, 9), (3, 3, -9), (0, 2, 0), (2, 0, 0)]:
            case(name, args=list(a))


if __name__ == "__main__":
    print("# Made by dtypes.py from PyTorch %s.\n" % torch.__version__.split("+")[0])
    for part in (pairs, functions, reductions, products, casts, constants):
        part()
