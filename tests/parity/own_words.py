#!/usr/bin/env python3
"""src/library is our own writing: nowhere do six statements in a row stand as they stand in CPython's
library, PyTorch or NumPy. Annotations, comments, docstrings, imports and the lines with `def` do not
count: what a function takes is the interface.
"""
import ast
import glob
import importlib.util
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))
from compare import ROOT, tell  # noqa: E402
from judge import judges_python  # noqa: E402

IN_A_ROW = 6
SILENT = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef)


def own_text(node):
    """A statement without those that it holds; None where it does not count."""
    if isinstance(node, SILENT) or isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return None
    if isinstance(node, ast.AnnAssign) and node.value:
        node = ast.Assign([node.target], node.value, lineno=node.lineno)
    for name in ("body", "orelse", "handlers", "finalbody", "decorator_list"):
        if isinstance(getattr(node, name, None), list):
            setattr(node, name, [])
    return ast.unparse(node)


def statements(node, found):
    """(line, text) of every statement, in the order of the file."""
    for name in ("body", "handlers", "orelse", "finalbody"):
        inner = getattr(node, name, None)
        for child in inner if isinstance(inner, list) else ():
            place = len(found)
            statements(child, found)
            text = own_text(child)
            if text:
                found.insert(place, (child.lineno, text))
    return found


def runs(path):
    """Every six statements in a row, as (line of the first, texts)."""
    with open(path, encoding="utf-8") as file:
        try:
            found = statements(ast.parse(file.read()), [])
        except (SyntaxError, UnicodeDecodeError):
            return
    for i in range(len(found) - IN_A_ROW + 1):
        yield found[i][0], tuple(text for _, text in found[i:i + IN_A_ROW])


def sources(names):
    """The files of the folders that these modules stand in."""
    folders = {os.path.dirname(os.__file__)}
    for name in names:
        top, *rest = name.split(".")
        spec = importlib.util.find_spec(top)
        for folder in spec.submodule_search_locations or () if spec else ():
            folders.update(os.path.join(folder, *rest[:i]) for i in range(len(rest) + 1))
    return {path for folder in folders for path in glob.glob(os.path.join(folder, "*.py"))}


def main():
    """Under the judge's Python, whose libraries they are."""
    ours = sorted(glob.glob("src/library/*.py"))
    where = {}
    for path in sources([os.path.basename(path)[:-3] for path in ours]):
        for line, texts in runs(path):
            where.setdefault(texts, f"{path}:{line}")
    for path in ours:
        same = [(line, where[texts]) for line, texts in runs(path) if texts in where]
        for line, place in same:
            print(f"{path}:{line}: as in {place}")
        tell(not same, f"{path} is our own writing")


if __name__ == "__main__":
    os.chdir(ROOT)
    if sys.argv[1:] == ["--judge"]:
        main()
    else:
        python = judges_python()
        sys.exit(subprocess.run(python + ["tests/parity/own_words.py", "--judge"]).returncode if python
                 else "parity: no PyTorch 2.6 here; name a Python that has it: "
                      "make parity PYTHON=COMMAND")
