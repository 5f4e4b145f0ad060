#!/usr/bin/env python3
"""What the house measures, in figures that can be compared before and after a change.

    tests/house.py                  of src/ as it stands
    tests/house.py OLD NEW          of several trees, a column for each: git worktree add /tmp/old COMMIT
    tests/house.py --executed ...   also how much of each floor the lessons with every tool and the
                                    cases of tests/screens execute: builds each tree for gcov first

It reads C as .clang-format leaves it: a function's braces stand in the first column, a type is
`typedef struct Name {`. Nothing fails here; what must hold is in floors.sh and lint.sh.
"""
import glob
import os
import re
import statistics
import subprocess
import sys
import tempfile

# Words that name a module as well as its folder and the files in it do: the parts of a row of the
# table of operations, the types of Python, its errors.
ABBREVIATED = {
    "tensor": ("tensor", "op", "dtype", "shape", "index", "infer", "sources", "value",
               "storage"),
    "lang": ("value", "object", "run", "error", "raise", "attribute", "method", "sequence",
             "instance"),
    "tui": ("app", "view"),
}
FUNCTION = re.compile(r"^(static )?[A-Za-z_][\w *]*?[ *](\w+)\([^;{]*\)\n\{\n(.*?)^\}", re.M | re.S)
TYPE = re.compile(r"^typedef (?:struct|enum|union) (\w+) \{", re.M)
PROTOTYPE = re.compile(r"^(?!static|typedef|#)([A-Za-z_][\w *]*?[ *](\w+)\([^;{]*\))[^;{]*;", re.M)
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


def singular(word):
    return re.sub(r"(?<=i)es$|(?<=ss)es$|s$", "", word).replace("entri", "entry")


def names_its_module(name, prototype, places):
    """Does it begin with a word of its module, or with a type that it takes or gives?

    places: the files of the folder of its header and of the folder where it is written.
    """
    words = [word for place in places for word in re.split(r"[/._]", place)]
    words += [word for place in words for word in ABBREVIATED.get(place, ())]
    words += [re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind).lower().split("_")[0]
              for kind in re.findall(r"\b[A-Z]\w+", prototype)]
    first = singular(name.split("_")[0])
    joined = name.replace("_", "")
    return any(word and (first == singular(word) or len(word) > 5 and joined.startswith(word))
               for word in words)


def arrows_up(texts, floor):
    """How many includes between the rooms of a floor run up. The rooms are put in the order in which
    few do: those that are looked into most, and look out least, at the bottom."""
    looks = {}
    for path, text in texts.items():
        for other in INCLUDE.findall(text) if path.startswith(floor + "/") else ():
            if other.startswith(floor + "/") and room(other) != room(path):
                arrow = room(path), room(other)
                looks[arrow] = looks.get(arrow, 0) + 1
    left, up = {name for arrow in looks for name in arrow}, 0
    while left:
        def surplus(name):
            return sum(count for (above, below), count in looks.items() if above == name and below in left)
        lowest = min(sorted(left), key=surplus)
        up += sum((lowest, other) in looks for other in left)
        left.remove(lowest)
    return f"{up} of {len(looks)}"


def executed(root):
    """Lines of each floor that run when every lesson is checked, shown, told and drawn, and in the
    cases of tests/screens."""
    root = os.path.abspath(root)
    build = ["make", "-s", f"-j{os.cpu_count()}", "CC=gcc", "OPT=-O0 --coverage", "B=build/coverage"]
    subprocess.run(build + ["build/coverage/qkv", "build/coverage/tests/test_screens"], cwd=root, check=True)
    subprocess.run(["build/coverage/tests/test_screens"], cwd=root, capture_output=True, check=False)
    qkv, figure = os.path.join(root, "build/coverage/qkv"), "--kind"
    with tempfile.TemporaryDirectory() as folder:
        for lesson in sorted(glob.glob(os.path.join(root, "lessons/*.md"))):
            tools = [["check"], ["show"], ["show", "--outline"], ["show", "--cost"], ["show", "--json"],
                     ["present", "--check"]]
            tools += [["export", figure, kind, "-o", f"x.{file}"] for file in ("svg", "png", "pdf")
                      for kind in ("heatmap", "equation", "steps", "heads", "flow", "worksheet")]
            for tool in tools:
                subprocess.run([qkv, tool[0], lesson, *tool[1:]], cwd=folder, capture_output=True,
                               env={**os.environ, "XDG_STATE_HOME": folder}, check=False)
            subprocess.run([qkv, "learn", "--linear", lesson], cwd=folder, capture_output=True,
                           env={**os.environ, "XDG_STATE_HOME": folder}, input=b"\n" * 400, check=False)
    floors = {}
    for note in glob.glob(os.path.join(root, "build/coverage/**/*.gcno"), recursive=True):
        report = subprocess.run(["gcov", "-n", note], cwd=root, capture_output=True, text=True).stdout
        for file, share, count in re.findall(r"File 'src/(\S+\.c)'\nLines executed:([\d.]+)% of (\d+)", report):
            done, all_lines = floors.get(file.split("/")[0], (0, 0))
            floors[file.split("/")[0]] = done + float(share) / 100 * int(count), all_lines + int(count)
    return {f"executed of src/{floor}": f"{100 * done / count:.0f} % of {count}"
            for floor, (done, count) in sorted(floors.items())}


def measure(root):
    texts = sources(root)
    code = {path: text for path, text in texts.items() if path.endswith(".c")}
    headers = {path: text for path, text in texts.items() if path.endswith(".h")}
    bodies = [match.group(3) for text in texts.values() for match in FUNCTION.finditer(text)]
    lengths = [body.count("\n") for body in bodies]
    homes, module = {}, {}  # where each function is written, and what stands in each folder
    for path, text in texts.items():
        module.setdefault(os.path.dirname(path), []).append(path)
        for match in FUNCTION.finditer(text):
            if not match.group(1):
                homes.setdefault(match.group(2), []).append(path)
    types = [name for text in texts.values() for name in set(TYPE.findall(text))]
    public = {(name, prototype, path) for path, text in headers.items()
              for prototype, name in PROTOTYPE.findall(text)}
    unnamed = [name for name, prototype, path in public
               if not names_its_module(name, prototype, [
                   file for home in [path, *homes.get(name, ())]
                   for file in module[os.path.dirname(home)]])]
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
        "  that do not name their module": len(unnamed),
        "names of types that stand for two": sum(types.count(name) > 1 for name in set(types)),
        "arrows between rooms of tui that run up": arrows_up(texts, "tui"),
    }


def main(arguments):
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    roots = [root for root in arguments if root != "--executed"] or [here]
    columns = [measure(root) for root in roots]
    if "--executed" in arguments:
        for column, root in zip(columns, roots):
            column.update(executed(root))
    for name in columns[-1]:
        print(f"{name:40}", *(f"{str(column.get(name, '')):>16}" for column in columns))


if __name__ == "__main__":
    main(sys.argv[1:])
