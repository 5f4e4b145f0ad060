#!/usr/bin/env python3
"""Records each program of tests/python/recorder/models under Python with PyTorch (PYTHON=COMMAND), and runs
what was recorded under qkv: each tensor that the listing names must be what PyTorch computed.

    compare.py [NAME…]

NAME.expect beside a program has patterns, one a line, that its listing must match, or `heads: PATH`, a
module whose attention `qkv show --heads` must find, or `cell: CELL`, whose sources must lead to a weight.
"""
import glob
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
from compare import ROOT, tell  # noqa: E402
from judge import judges_python  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "src/python"))
from qkv.comparison import check  # noqa: E402

MODELS = "tests/python/recorder/models"


def run(command, **options):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, **options)


def compared(name, folder):
    found = check(f"{folder}/{name}.py")
    tell(bool(found), f"{name}: {len(found.rows)} tensors, at most {found.rows[0].distance:.1g} apart", "" if found else str(found))


def opened(name, folder):
    """Its first frame, and the heads that are expected."""
    listing = f"{folder}/{name}.py"
    frame = run(["build/qkv", "show", listing, "--screen", "--size", "100x30"])
    tell(frame.returncode == 0 and "what is in" in frame.stdout, f"{name}: opens on its contents", frame.stderr)
    heads = run(["build/qkv", "show", listing, "--heads"]).stdout
    with open(listing, encoding="utf-8") as file:
        text = file.read()
    with open(f"{MODELS}/{name}.expect", encoding="utf-8") as file:
        lines = file.read().splitlines()
    for line in lines:
        if line.startswith("heads: "):
            for where, shown in ("as heads", heads), ("on the contents page", frame.stdout):
                found = line[7:] in shown
                tell(found, f"{name}: attention of {line[7:]} {where}", "" if found else shown)
        elif line.startswith("cell: "):
            done = run(["build/qkv", "explain", listing, line[6:], "--depth", "4"])
            found = re.search(r"weight\S*\[[\d,]+\] = ", done.stdout)
            tell(found, f"{name}: {line[6:]} is explained down to a weight", "" if found else done.stdout[:2000] + done.stderr)
        else:
            tell(re.search(line, text) is not None, f"{name}: has {line}")


def main(names):
    os.chdir(ROOT)
    python = judges_python()
    if not python:
        sys.exit("no PyTorch here; name a Python that has it: PYTHON=COMMAND")
    folder = "build/recorded"
    os.environ["QKV"] = os.path.join(ROOT, "build/qkv")
    os.makedirs(folder, exist_ok=True)
    names = names or sorted(os.path.basename(path)[:-3] for path in glob.glob(f"{MODELS}/*.py"))
    environment = {**os.environ, "PYTHONPATH": "src/python", "PYTHONDONTWRITEBYTECODE": "1"}
    for name in names:
        listing = f"{folder}/{name}.py"
        done = run(python + ["-W", "ignore", f"{MODELS}/{name}.py", listing], env=environment)
        if not tell(done.returncode == 0, f"{name}: is recorded", done.stderr[-2000:]):
            continue
        there = f"import os, runpy; os.chdir({folder!r}); runpy.run_path({name + '.py'!r})"
        again = run(python + ["-c", there], env=environment)
        tell(again.returncode == 0, f"{name}: the listing runs under PyTorch", again.stderr[-1500:])
        compared(name, folder)
        opened(name, folder)


main(sys.argv[1:])
