#!/usr/bin/env python3
"""tests/lang/*.test under Python with PyTorch: byte for byte what it prints; a case with "--- error"
must end with the same exception and message ("--- error here": not compared; neither is a program
with a line "# qkv alone: REASON"). UPDATE=1 writes what Python prints into the cases; `test_lang
--write` writes the errors, as qkv says them.
"""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))
from compare import ROOT, UPDATE, show_difference, tell  # noqa: E402
from judge import judged  # noqa: E402

MARK = re.compile(r"^(=== .*|---|--- error|--- error here)\n", re.M)


def read_cases(path):
    """A case: [title, program, output, mark of the error part or None, error]."""
    cases = []
    pieces = MARK.split(open(path, encoding="utf-8").read())
    for mark, text in zip(pieces[1::2], pieces[2::2]):
        if mark.startswith("=== "):
            cases.append([mark[4:], text, "", None, ""])
        elif mark == "---":
            cases[-1][2] = text
        else:
            cases[-1][3:] = [mark, text]
    return cases


def first_line(error):
    """The exception in qkv's message: behind the place."""
    return re.sub(r"^qkv: case\.py:\d+:\d+: ", "", error.split("\n", 1)[0])


def compare(path, case, printed, error):
    title, _, output, _, expected = case
    told = error.split("\n", 1)[0].split(" (case.py, line", 1)[0]
    good = printed == output and told == first_line(expected)
    if not good:
        show_difference(output + first_line(expected), printed + told, "expected", "Python")
    tell(good, f"{path}: {title}")


def write(path, cases):
    with open(path, "w", encoding="utf-8") as out:
        for title, program, output, mark, error in cases:
            out.write(f"=== {title}\n{program}---\n{output}" + (f"{mark}\n{error}" if mark else ""))


def main(paths):
    os.chdir(ROOT)
    paths = paths or sorted(glob.glob("tests/lang/*.test"))
    files = {path: read_cases(path) for path in paths}
    cases = [(path, case) for path in paths for case in files[path]
             if case[3] != "--- error here" and "\n# qkv alone: " not in case[1]]
    answers = judged([[("case.py", 1, case[1])] for _, case in cases])
    for (path, case), (printed, error) in zip(cases, answers):
        if UPDATE:
            case[2] = printed[0]
        compare(path, case, printed[0], error)
    if UPDATE:
        for path in paths:
            write(path, files[path])


main(sys.argv[1:])
