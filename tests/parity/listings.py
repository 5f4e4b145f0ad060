#!/usr/bin/env python3
"""tests/listings under Python with PyTorch: NAME.out must be what Python prints, and so must what
`qkv run` prints. UPDATE=1 writes NAME.out anew.
"""
import glob
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))
from compare import ROOT, kept, run_listing, tell  # noqa: E402
from judge import judged  # noqa: E402


def main(paths):
    os.chdir(ROOT)
    paths = paths or sorted(glob.glob("tests/listings/*.py"))
    listings = [open(path, encoding="utf-8").read() for path in paths]
    programs = [[(path, 1, text)] for path, text in zip(paths, listings)]
    for path, text, (printed, error) in zip(paths, listings, judged(programs)):
        want = printed[0]
        tell(not error, f"{path} runs under Python", error)
        kept(path[: -len(".py")] + ".out", want)
        run_listing(path, text, want)


main(sys.argv[1:])
