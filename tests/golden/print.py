#!/usr/bin/env python3
"""Writes print.txt: tensors and how the real PyTorch prints them.

    UPDATE=1 tests/parity/golden.py tests/golden/print.py

Each case is a line "dtype shape = values" (or "count START" for START, START + 1, …), lines
"option NAME VALUE" for torch.set_printoptions and "suffix TEXT" for an appended one; then the
text, each line of it after "|".
"""
import math
import random

import torch

inf, nan = math.inf, math.nan
TYPES = {torch.float32: "float32", torch.int64: "int64", torch.bool: "bool"}
MORE = {torch.float64: "float64", torch.int32: "int32", torch.int16: "int16", torch.int8: "int8",
        torch.uint8: "uint8"}
random.seed(3)
torch.manual_seed(3)


def number(value, digits=9):
    return "%d" % value if isinstance(value, (bool, int)) else "%.*g" % (digits, value)


def case(tensor, count=None, suffix=None, **options):
    if not isinstance(tensor, torch.Tensor):
        tensor = torch.tensor(tensor)
    values = "count %d" % count if count is not None else \
        " ".join(number(v, 17 if tensor.dtype == torch.float64 else 9) for v in tensor.reshape(-1).tolist())
    print(("%s %s = %s" % (TYPES.get(tensor.dtype) or MORE[tensor.dtype], tuple(tensor.shape), values)).rstrip())
    torch.set_printoptions(profile="default")
    for name, value in options.items():
        print("option", name, int(value))
    torch.set_printoptions(**options)
    if suffix:
        print("suffix", suffix)
        text = torch._tensor_str._add_suffixes(repr(tensor)[:-1], [suffix], 7, False) \
            if tensor.numel() else None
    else:
        text = repr(tensor)
    torch.set_printoptions(profile="default")
    for line in text.split("\n"):
        print("|" + line)
    print()


def counted(*size, dtype=torch.float32, start=0, **options):
    n = math.prod(size)
    case(torch.arange(start, start + n).reshape(size).to(dtype), count=start, **options)


def plain():
    for x in (0.0, 1.0, -1.0, 2.5, 0.1, 1e-5, 1e8, 123456789.0, 1e10, inf, -inf, nan, -0.0, 0.00012,
              99999.5, 1 / 3, 1e-40, 3.4e38):
        case(x)
        case([x])
        case([x, 1.0])
        case([x, 0.5, -2.0])
        case([[x, 1.0], [100.0, -3.0]])
    for x in (0, -1, 7, 2**62, -2**63, 123456):
        case(x)
        case([x, 5])
        case([[x, 1], [22, -3]])
    case(True)
    case([True, False])
    case([[True, True], [False, True]])
    case([False, False])


def sizes():
    for size in [(0,), (0, 3), (3, 0), (2, 0, 4), (1,), (1, 1), (1, 1, 1), (1, 1, 1, 1), (2, 1, 2),
                 (2, 2, 2, 2), (1, 2, 1, 2, 1)]:
        for dtype in TYPES:
            case(torch.ones(size).to(dtype))
    for n in (7, 11, 12, 13, 25, 26, 27, 100):
        counted(n)
        counted(n, dtype=torch.int64)
        counted(n, dtype=torch.bool)
        counted(2, n)
        case(torch.randn(n))
        case(torch.randn(2, n) * 1000)
    counted(3, 40, dtype=torch.int64, start=100000)
    counted(2, 2, 30)


def summaries():
    for size in [(1000,), (1001,), (5000,), (10, 101), (101, 10), (7, 150), (6, 200), (3, 400),
                 (2, 30, 30), (30, 2, 30), (30, 30, 2), (11, 11, 11), (8, 8, 8, 8), (1, 2000),
                 (2000, 1), (4, 7, 6, 8), (1500, 2), (501, 2), (1000, 1, 2)]:
        counted(*size)
    for size in [(1001,), (10, 101), (20, 20, 20)]:
        counted(*size, dtype=torch.int64)
        counted(*size, dtype=torch.bool)
        counted(*size, start=-500)
    counted(4000, start=90000)
    counted(3, 3, 300, start=100)


def scales():
    for scale in (1e-6, 1e-4, 1e-3, 0.1, 1, 10, 999, 1e4, 1e7, 1e9):
        for size in [(3,), (2, 3), (5, 5), (2, 2, 3)]:
            case(torch.randn(size) * scale)
            case((torch.rand(size) * scale).round())
    for _ in range(40):
        size = [random.randint(1, 4) for _ in range(random.randint(0, 4))]
        x = torch.randn(size) * 10.0 ** random.randint(-5, 9)
        case(x * 10.0 ** torch.randint(-2, 3, size))
        pick = torch.randint(0, 6, size)
        case(torch.where(pick == 0, torch.tensor(random.choice([inf, nan, -inf, 0.0])), x.round()))
    for a in ([1.0, 1000.0], [1.0, 1001.0], [0.5, 500.0], [0.5, 501.0], [1e8, 1e8], [1.5e8, 1e8],
              [0.0001, 0.05], [0.00009, 0.05], [inf, 1.0], [nan, 1.5], [inf, nan], [0.0, inf],
              [nan, 1e9], [0.99995, 9.99995], [0.00005, 0.0], [1e-4, 1e-3], [2.0, 4.0, 4.0]):
        case(a)
        case([a, a[::-1]])


def options():
    x = torch.randn(3, 4)
    for o in ({"precision": 2}, {"precision": 0}, {"precision": 8}, {"sci_mode": True},
              {"sci_mode": False}, {"linewidth": 40}, {"linewidth": 10}, {"linewidth": 200},
              {"precision": 2, "sci_mode": True}, {"threshold": 5}, {"threshold": 5, "edgeitems": 1}):
        case(x, **o)
        case(x * 1e6, **o)
        case((x * 10).round(), **o)
        case((x * 10).long(), **o)
        case([0.0, 0.0], **o)
        case([inf, nan], **o)
        counted(20, **o)
        counted(5, 3, 5, **o)
    counted(1200, threshold=10000)
    counted(20, 100, edgeitems=2)


def suffixes():
    for size in [(1,), (2, 3), (12,), (20,), (2, 12), (2, 2, 2)]:
        for text in ("requires_grad=True", "grad_fn=<MmBackward0>", "grad_fn=<UnsafeViewBackward0>"):
            case(torch.arange(math.prod(size)).reshape(size).float(), suffix=text)


def dtypes():
    for dtype in MORE:
        for size in [(0,), (0, 3), (), (1,), (2, 2), (1, 2, 2)]:
            case(torch.ones(size).to(dtype))
        counted(25, dtype=dtype, start=90)
        counted(7, 5, dtype=dtype)
        counted(2, 3, dtype=dtype, suffix="requires_grad=True")
    for n in (20, 21, 22, 23, 24, 25, 26):
        counted(n, dtype=torch.int16)
        counted(n, dtype=torch.float64)
    counted(1200, dtype=torch.int32)
    counted(60, 60, dtype=torch.float64)
    for x in (0.1, 1e-5, 1e8, 1 / 3, inf, nan, -0.0, 1e-300, 1e300, 123456789.123):
        case(torch.tensor([x, 1.0, -2.5], dtype=torch.float64))
        case(torch.tensor(x, dtype=torch.float64), precision=8)
    for low, high in ((0, 255), (-128, 127)):
        case(torch.tensor([low, high, 1]).to(torch.uint8 if low == 0 else torch.int8))


if __name__ == "__main__":
    print("# Made by print.py from PyTorch %s; that file says how to read it.\n" % torch.__version__.split("+")[0])
    for part in (plain, sizes, summaries, scales, options, suffixes, dtypes):
        part()
