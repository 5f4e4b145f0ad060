#!/usr/bin/env python3
"""Runs the language files under Python with PyTorch and compares what they print.

    parity.py [FILE...]          compares, byte for byte; a case with "--- error" must end with the
                                 same exception and message ("--- error here": not compared)
    parity.py --write [FILE...]  writes Python's output into the cases without an error

Without FILE: all tests/lang/*.test beside this script.
"""
import contextlib
import glob
import io
import os
import re
import sys
import warnings

try:
    import numpy
    import torch
except ImportError:  # another python3 may stand before the system's in PATH
    system = "/usr/bin/python3"
    if os.path.realpath(sys.executable) == os.path.realpath(system):
        sys.exit("parity: no torch for " + sys.executable)
    os.execv(system, [system] + sys.argv)

MARK = re.compile(r"^(=== .*|---|--- error|--- error here)\n", re.M)


def read_cases(path):
    """A case: [title, program, output, mark of the error part or None, error]."""
    cases, part = [], None
    pieces = MARK.split(open(path, encoding="utf-8").read())
    for mark, text in zip(pieces[1::2], pieces[2::2]):
        if mark.startswith("=== "):
            cases.append([mark[4:], text, "", None, ""])
        elif mark == "---":
            cases[-1][2] = text
        else:
            cases[-1][3:] = [mark, text]
    return cases


def run(program):
    """What a fresh Python prints, and the exception as its last line shows it."""
    torch.set_printoptions(profile="default", sci_mode=None)
    torch.set_default_dtype(torch.float32)
    torch.set_grad_enabled(True)
    numpy.set_printoptions(edgeitems=3, linewidth=75, precision=8, suppress=False, threshold=1000)
    printed, error = io.StringIO(), ""
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(program, "case.py", "exec"), {"__name__": "__main__"})
        except SystemExit:
            pass
        except Exception as exception:
            text = str(exception)
            error = type(exception).__name__ + (": " + text if text else "")
    return printed.getvalue(), error


def write(path):
    cases = read_cases(path)
    with open(path, "w", encoding="utf-8") as out:
        for title, program, output, mark, error in cases:
            if not mark:
                output, failure = run(program)
                if failure:
                    print(f"{path}: {title}: {failure}", file=sys.stderr)
            out.write(f"=== {title}\n{program}---\n{output}")
            if mark:
                out.write(f"{mark}\n{error}")


def first_line(error):
    """The exception in qkv's message: behind the place."""
    return re.sub(r"^qkv: case\.py:\d+:\d+: ", "", error.split("\n", 1)[0])


def compare(path):
    failures = 0
    cases = [case for case in read_cases(path) if case[3] != "--- error here"]
    for title, program, output, _, error in cases:
        printed, failure = run(program)
        told = failure.split("\n", 1)[0].split(" (case.py, line", 1)[0]
        if printed != output or told != first_line(error):
            failures += 1
            print(f"{path}: {title}\n--- expected\n{output}{first_line(error)}")
            print(f"--- Python\n{printed}{told}\n---")
    return len(cases), failures


def main(arguments):
    write_them = arguments[:1] == ["--write"]
    here = os.path.dirname(os.path.abspath(__file__))
    paths = arguments[write_them:] or sorted(glob.glob(os.path.join(here, "*.test")))
    if write_them:
        for path in paths:
            write(path)
        return 0
    cases = failures = 0
    for path in paths:
        counted, failed = compare(path)
        cases, failures = cases + counted, failures + failed
    print(f"{cases - failures} passed, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
