#!/usr/bin/env python3
"""Lessons under Python with PyTorch: what they state must be what PyTorch prints.

The ```python blocks of a lesson run one after another, and what each prints is compared with the
```output block right after it; then the same code is given to `qkv run` as a listing, whose output
must be Python's byte for byte.
"""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))
from compare import ROOT, run_listing, show_difference, tell  # noqa: E402
from judge import judged  # noqa: E402

FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})\s*([^\s`{]*)")


def fenced_blocks(text):
    """(language, first line number, code) of each fenced block, in order."""
    fence = None
    for number, line in enumerate(text.splitlines(), 1):
        match = FENCE.match(line)
        if fence is None and match:
            fence, language, first, code = match.group(1), match.group(2), number + 1, []
        elif fence and match and not match.group(2) and match.group(1).startswith(fence):
            yield language, first, "".join(line + "\n" for line in code)
            fence = None
        elif fence:
            code.append(line)


def lines_of(text):
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def compare(path, blocks, printed, error):
    """Prints one TAP line for each stated output, and one for the listing."""
    tell(not error, f"{path} runs under Python", error)
    part = -1
    for language, first, code in blocks:
        if language == "python":
            part += 1
        elif language == "output" and part < len(printed):
            good = lines_of(code) == lines_of(printed[part])
            if not good:
                show_difference(code, printed[part], "stated", "PyTorch")
            tell(good, f"{path}:{first} prints what is stated")
    listing = "".join(code for language, _, code in blocks if language == "python")
    run_listing(path, listing, "".join(printed))


def main(paths):
    os.chdir(ROOT)
    paths = paths or sorted(glob.glob("lessons/*.md"))
    lessons = [list(fenced_blocks(open(path, encoding="utf-8").read())) for path in paths]
    programs = [[(path, first, code) for language, first, code in blocks if language == "python"]
                for path, blocks in zip(paths, lessons)]
    for path, blocks, (printed, error) in zip(paths, lessons, judged(programs)):
        compare(path, blocks, printed, error)


main(sys.argv[1:])
