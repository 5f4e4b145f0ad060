#!/usr/bin/env python3
"""tests/listings/checkouts under Python with PyTorch (PYTHON=COMMAND), started at the top of each:
NAME.out must be what NAME.py prints there. UPDATE=1 writes it anew.
"""
import glob
import os
import shlex
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))
from compare import ROOT, kept, tell  # noqa: E402


def how_to_start(top, path):
    """A file in a package is run as a module, one in notebooks from there."""
    folder, name = os.path.split(path)
    if os.path.exists(os.path.join(top, folder, "__init__.py")):
        return ["-m", path.removeprefix("src/")[:-3].replace("/", ".")]
    if folder == "notebooks":
        run = f"import os, runpy; os.chdir('notebooks'); runpy.run_path({name!r}, run_name='__main__')"
        return ["-c", run]
    return [path]


def main():
    os.chdir(ROOT)
    command = shlex.split(os.environ.get("PYTHON", "python3"))
    environment = {**os.environ, "PYTHONPATH": ".:src", "PYTHONDONTWRITEBYTECODE": "1"}
    for out in sorted(glob.glob("tests/listings/checkouts/**/*.out", recursive=True)):
        top = "/".join(out.split("/")[:4])
        start = how_to_start(top, out[len(top) + 1: -len(".out")] + ".py")
        done = subprocess.run(command + start, cwd=top, env=environment, capture_output=True, text=True)
        tell(done.returncode == 0, f"{out[:-4]}.py runs under Python", done.stderr)
        kept(out, done.stdout)


main()
