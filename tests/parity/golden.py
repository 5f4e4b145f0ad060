#!/usr/bin/env python3
"""tests/golden: each NAME.txt must be what NAME.py prints under Python with PyTorch (on a machine
whose PyTorch runs its AVX2 kernels). UPDATE=1 writes NAME.txt anew.
"""
import glob
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))
from compare import ROOT, kept, tell  # noqa: E402
from gradients import compare, read_known  # noqa: E402
from judge import judged  # noqa: E402


def are_gradients(want, kept):
    """As tests/unit/test_gradients.c compares: each processor adds in an order of its own."""
    return not list(compare(want, kept, read_known()))


RULES = {"tests/golden/gradients.py": are_gradients}


def main(paths):
    os.chdir(ROOT)
    paths = paths or sorted(glob.glob("tests/golden/*.py"))
    programs = [[(path, 1, open(path, encoding="utf-8").read())] for path in paths]
    for path, (printed, error) in zip(paths, judged(programs)):
        if tell(not error, f"{path} runs under Python", error):
            kept(path[: -len(".py")] + ".txt", printed[0], RULES.get(path, str.__eq__))


main(sys.argv[1:])
