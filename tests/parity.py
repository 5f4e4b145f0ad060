#!/usr/bin/env python3
"""Lessons and listings under Python with PyTorch: what they state must be what PyTorch prints.

For each lesson: its ```python blocks are run one after another in one namespace, and what each
prints is compared with the ```output block right after it; then the same code is given to
`qkv run` as a listing, whose output must be Python's byte for byte. A listing is run under both as
it is, and what is kept of its output beside it (NAME.out) must be that as well.
"""

import contextlib
import difflib
import glob
import io
import os
import re
import subprocess
import sys
import tempfile
import traceback

try:
    import torch  # noqa: F401
except ImportError:  # another python3 may stand before the system's in PATH
    system = "/usr/bin/python3"
    if os.path.realpath(sys.executable) == os.path.realpath(system):
        sys.exit("parity: no torch for " + sys.executable)
    os.execv(system, [system] + sys.argv)

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
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


def run_block(code, path, first, names):
    """What the block prints; line numbers of an error are the lesson's."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile("\n" * (first - 1) + code, path, "exec"), names)
    return out.getvalue()


def same(stated, printed):
    return [line.rstrip() for line in stated.strip("\n").splitlines()] == [
        line.rstrip() for line in printed.strip("\n").splitlines()
    ]


def show_difference(want, got, want_name, got_name):
    lines = difflib.unified_diff(
        want.splitlines(), got.splitlines(), want_name, got_name, lineterm=""
    )
    print("\n".join(lines))


def check_lesson(path):
    """Prints one TAP line for each stated output, and one for the listing."""
    with open(path, encoding="utf-8") as file:
        blocks = list(fenced_blocks(file.read()))
    names, printed, listing, good = {"__name__": "__main__"}, [], "", True
    for language, first, code in blocks:
        if language == "python":
            printed.append(run_block(code, path, first, names))
            listing += code
        elif language == "output":
            if same(code, printed[-1]):
                print(f"ok - {path}:{first} prints what is stated")
            else:
                show_difference(code, printed[-1], "stated", "PyTorch")
                print(f"not ok - {path}:{first} prints what is stated")
                good = False
    return run_listing(path, listing, "".join(printed)) and good


def run_listing(path, listing, want):
    with tempfile.NamedTemporaryFile("w", suffix=".py", encoding="utf-8") as file:
        file.write(listing)
        file.flush()
        qkv = subprocess.run(
            ["build/qkv", "run", file.name], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL
        )
    got = qkv.stdout.decode("utf-8", "replace")
    if qkv.returncode == 0 and got == want:
        print(f"ok - {path} as a listing prints what Python prints")
        return True
    show_difference(want, got, "PyTorch", "qkv")
    print(f"not ok - {path} as a listing prints what Python prints (exit {qkv.returncode})")
    return False


# qkv prints a tensor that has a history of gradients without it.
HISTORY = re.compile(r",\s*grad_fn=<[^>]*>")


def check_listing(path):
    python = subprocess.run(
        [sys.executable, "-W", "ignore", path], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL
    )
    want = HISTORY.sub("", python.stdout.decode())
    with open(path[: -len(".py")] + ".out", encoding="utf-8") as file:
        kept = file.read()
    if python.returncode != 0 or kept != want:
        show_difference(want, kept, "PyTorch", "kept")
        print(f"not ok - {path} has Python's output beside it (exit {python.returncode})")
        return False
    with open(path, encoding="utf-8") as file:
        return run_listing(path, file.read(), want)


def check(path):
    return check_listing(path) if path.endswith(".py") else check_lesson(path)


def main(paths):
    os.chdir(ROOT)
    good = True
    found = sorted(glob.glob("lessons/*.md")) + sorted(glob.glob("tests/listings/*.py"))
    for path in paths or found:
        try:
            good = check(path) and good
        except Exception:
            traceback.print_exc()
            print(f"not ok - {path} runs under Python")
            good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
