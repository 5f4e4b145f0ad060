#!/usr/bin/env python3
"""What the house measures, in figures that can be compared before and after a change.

    tests/house.py             of src/ as it stands
    tests/house.py OLD NEW     of several trees, a column for each: git worktree add /tmp/old COMMIT

It reads C as .clang-format leaves it: a function's braces stand in the first column, a type is
`typedef struct Name {`. Nothing fails here; what must hold is in floors.sh and lint.sh.
"""
import os
import re
import statistics
import sys

# Words that name a module as well as its folder does.
ABBREVIATED = {"tensor": ("tensor", "op", "dtype", "shape", "index"), "tui": ("app", "view")}
FUNCTION = re.compile(r"^(static )?[A-Za-z_][\w *]*?[ *](\w+)\([^;{]*\)\n\{\n(.*?)^\}", re.M | re.S)
TYPE = re.compile(r"^typedef (?:struct|enum|union) (\w+) \{", re.M)
PROTOTYPE = re.compile(r"^(?!static|typedef|#)[A-Za-z_][\w *]*?[ *](\w+)\([^;{]*\)[^;{]*;", re.M)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


def sources(root):
    texts = {}
    for folder, _, names in os.walk(os.path.join(root, "src")):
        for name in names:
            if name.endswith((".c", ".h")):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    texts[os.path.relpath(path, os.path.join(root, "src"))] = file.read()
    return texts


def lines_of(text):
    return sum(1 for line in text.split("\n") if line.strip())


def room(path):
    """The room of a floor that a file stands in; what lies beside the rooms is one of its own."""
    parts = path.split("/")
    return parts[1] if len(parts) > 2 else os.path.splitext(parts[-1])[0]


def names_its_module(name, path):
    parts = re.split(r"[/._]", path)
    words = set(parts) | {word for part in parts for word in ABBREVIATED.get(part, ())}
    first = name.split("_")[0]
    return any(first == word or first.rstrip("s") == word.rstrip("s") for word in words if word)


def circles(texts, floor):
    """Pairs of rooms of a floor that look into each other, of those where one looks into one."""
    looks = set()
    for path, text in texts.items():
        if path.startswith(floor + "/"):
            for other in INCLUDE.findall(text):
                if other.startswith(floor + "/") and room(other) != room(path):
                    looks.add((room(path), room(other)))
    pairs = {frozenset(pair) for pair in looks}
    return f"{len(looks) - len(pairs)} of {len(pairs)}"


def measure(root):
    texts = sources(root)
    code = {path: text for path, text in texts.items() if path.endswith(".c")}
    headers = {path: text for path, text in texts.items() if path.endswith(".h")}
    bodies = [match.group(3) for text in texts.values() for match in FUNCTION.finditer(text)]
    lengths = [body.count("\n") for body in bodies]
    types = [name for text in texts.values() for name in set(TYPE.findall(text))]
    public = {(name, path) for path, text in headers.items() for name in PROTOTYPE.findall(text)}
    return {
        "files of C": len(texts),
        "lines of C, without empty ones": sum(map(lines_of, texts.values())),
        "functions": len(lengths),
        "lines of a function: median": int(statistics.median(lengths)),
        "  nine of ten have at most": int(statistics.quantiles(lengths, n=10)[8]),
        "  longer than 60": sum(length > 60 for length in lengths),
        "  only one": sum(length == 1 for length in lengths),
        ".c without an opening comment": sum(not text.startswith("//") for text in code.values()),
        ".h without a .c of its name": sum(path[:-1] + "c" not in texts for path in headers),
        "public functions": len(public),
        "  that do not name their module": sum(not names_its_module(*one) for one in public),
        "names of types that stand for two": sum(types.count(name) > 1 for name in set(types)),
        "rooms of tui that look both ways": circles(texts, "tui"),
    }


def main(roots):
    columns = [measure(root) for root in roots]
    for name in columns[0]:
        print(f"{name:36}", *(f"{str(column[name]):>10}" for column in columns))


if __name__ == "__main__":
    main(sys.argv[1:] or [os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")])
