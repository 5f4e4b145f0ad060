#!/usr/bin/env python3
"""Gradients under qkv and under PyTorch: tests/golden/gradients.py with other numbers and all layouts.

    gradients.py [SEED…]

Each seed is a run. Cells must be alike as tests/unit/test_gradients.c says; what differs otherwise
stands in tests/golden/gradients_differ.txt, where `within` says by how much numbers do.
"""
import ast
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))
from compare import ROOT, tell  # noqa: E402
from judge import judged  # noqa: E402

PROGRAM = os.path.join("tests", "golden", "gradients.py")
SEEDS = [2, 3]
RANGES = [(0.1, 0.9), (-2, 2)]
AT_ONCE = 6  # layouts in a program
MOST_CELLS = 40


def layouts():
    with open("tests/golden/strides.py", encoding="utf-8") as file:
        tree = ast.parse(file.read())
    inputs = next(node.value for node in tree.body
                  if isinstance(node, ast.Assign) and node.targets[0].id == "INPUTS")
    return [key.value for key in inputs.keys]


def program(seed, which):
    with open(PROGRAM, encoding="utf-8") as file:
        text = file.read()
    low, high = RANGES[seed % len(RANGES)]
    for line in (f"SEED = {seed}", f"LOW, HIGH = {low}, {high}", f"LAYOUTS = {which}",
                 f"MOST = {MOST_CELLS}"):
        text = re.sub(r"^" + line.split(" = ")[0] + " = .*", line, text, count=1, flags=re.M)
    return text


def under_qkv(text):
    with tempfile.NamedTemporaryFile("w", suffix=".py", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        qkv = subprocess.run(["build/qkv", "run", file.name, "--files", os.path.dirname(PROGRAM)],
                             stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, encoding="utf-8")
    return qkv.stdout


# ---- comparing -----------------------------------------------------------------------------------


def read_known():
    """How far the lines of a name and a layout, or "*", may differ; None: not only in numbers."""
    known = {}
    with open("tests/golden/gradients_differ.txt", encoding="utf-8") as file:
        for name, words in re.findall(r"^  (.*?): (.*)$", file.read(), flags=re.M):
            words, _, within = words.partition(" within ")
            for layout in words.split():
                known[name, layout] = float(within) if within else None
    return known


def apart(a, b, tolerance):
    """By how much two words differ; None: not only as numbers."""
    if a == b:
        return 0
    try:
        x, y = float(a.rstrip(";")), float(b.rstrip(";"))
    except ValueError:
        return None
    if x != x or y != y or abs(x) == float("inf"):
        return 0 if str(x) == str(y) else None
    by = abs(x - y) / max(abs(x), 1 if tolerance < 1e-9 else 1e-2)
    return by if by > tolerance else 0


def difference(name, want, got):
    tolerance = 2**-22 if name.endswith(" float32") else 1e-12
    if len(want.split()) != len(got.split()):
        return None
    each = [apart(a, b, tolerance) for a, b in zip(want.split(), got.split())]
    return None if None in each else max(each, default=0)


def compare(want, got, known):
    """The lines of one program that differ without being listed."""
    answers = dict(line.split(" -> ") for line in got.splitlines())
    lines = [line.split(" -> ") for line in want.splitlines()]
    for asked, answer in lines:
        name, layout = asked.split(": ")
        by = difference(name, answer, answers.get(asked, "nothing"))
        if by == 0:
            continue
        within = known.get((name, layout), known.get((name, "*"), 0))
        if within is not None and (by is None or by > within):
            yield f"{asked}\n  by       {by}\n  PyTorch  {answer}\n  qkv      {answers.get(asked, '')}"


def main(seeds):
    os.chdir(ROOT)
    known, every = read_known(), layouts()
    groups = [every[i:i + AT_ONCE] for i in range(0, len(every), AT_ONCE)]
    for seed in map(int, seeds or SEEDS):
        texts = [program(seed, group) for group in groups]
        wrong = count = 0
        for text, (printed, error) in zip(texts, judged([[(PROGRAM, 1, text)] for text in texts])):
            tell(not error, f"{PROGRAM} runs under Python", error)
            for line in compare(printed[0], under_qkv(text), known):
                print(line)
                wrong += 1
            count += printed[0].count("\n")
        tell(not wrong, f"gradients of every operation, seed {seed}: {wrong} of {count} answers differ")


if __name__ == "__main__":
    main(sys.argv[1:])
