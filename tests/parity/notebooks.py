#!/usr/bin/env python3
"""The saved outputs of tests/listings/*.ipynb must be what Python with PyTorch prints and shows;
UPDATE=1 writes them anew. Cells that ask for versions, and cells with magics, keep what another
machine printed.
"""
import ast
import copy
import glob
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))
from compare import ROOT, UPDATE, show_difference, tell  # noqa: E402
from judge import judged  # noqa: E402

SHOWN = "\x1e"  # stands before the value at the end of a cell
OF_IPYTHON = "tests/listings/values_of_cells.ipynb"  # saved by IPython: how it shows all values
# A long tuple or list has a line for each of its values.
PRETTY = r"""(lambda text, value: text if type(value) not in (tuple, list)
  or "\n" not in text and len(text) < 80 else
  text[0] + ",\n ".join([repr(each).replace("\n", "\n ") for each in value]) + text[-1]
)(repr(_shown), _shown)"""
OF_ANOTHER_MACHINE = re.compile(r"version|^[%!]", re.M)


def code_cells(notebook):
    for cell in notebook["cells"]:
        code = "".join(cell["source"])
        if cell["cell_type"] == "code" and not OF_ANOTHER_MACHINE.search(code):
            yield cell, code


def showing(code):
    """The code with its last line shown as a notebook shows it."""
    last = ast.parse(code).body[-1]
    if not isinstance(last, ast.Expr) or code.rstrip().endswith(";"):
        return code
    lines = code.splitlines()
    value = "\n".join(lines[last.lineno - 1:])
    show = f"if _shown is not None: print({SHOWN!r} + {PRETTY})"
    return "\n".join(lines[: last.lineno - 1] + [f"_shown = ({value}\n)", show])


def outputs_of(printed, count):
    text, mark, shown = printed.partition(SHOWN)
    outputs = []
    if text:
        outputs.append({"name": "stdout", "output_type": "stream",
                        "text": text.splitlines(keepends=True)})
    if mark:
        data = {"text/plain": shown.rstrip("\n").splitlines(keepends=True)}
        outputs.append({"data": data, "execution_count": count, "metadata": {},
                        "output_type": "execute_result"})
    return outputs


def text_of(notebook):
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def as_one(notebook):
    """Its text; outputs may be saved in lines or whole, and under the number of another run."""
    notebook = copy.deepcopy(notebook)
    for cell, _ in code_cells(notebook):
        for output in cell["outputs"]:
            output.pop("execution_count", None)
            for holder, key in (output, "text"), (output.get("data", {}), "text/plain"):
                if key in holder:
                    holder[key] = "".join(holder[key]).splitlines()
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def compare(path, notebook, printed):
    saved = as_one(notebook)
    for (cell, _), text in zip(code_cells(notebook), printed):
        cell["outputs"] = outputs_of(text, cell["execution_count"])
    good = saved == as_one(notebook)
    if not good:
        show_difference(as_one(notebook), saved, "PyTorch", "saved")
    if UPDATE and not good:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text_of(notebook))
    tell(good, f"{path} was saved with what PyTorch prints")


def main(paths):
    os.chdir(ROOT)
    paths = paths or sorted(set(glob.glob("tests/listings/*.ipynb")) - {OF_IPYTHON})
    notebooks = [json.load(open(path, encoding="utf-8")) for path in paths]
    programs = [[(f"{path}:{number}", 1, showing(code))
                 for number, (_, code) in enumerate(code_cells(notebook))]
                for path, notebook in zip(paths, notebooks)]
    for path, notebook, (printed, error) in zip(paths, notebooks, judged(programs)):
        tell(not error, f"{path} runs under Python", error)
        compare(path, notebook, printed)


main(sys.argv[1:])
