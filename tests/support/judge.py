#!/usr/bin/env python3
"""The judge: what Python with PyTorch 2.6 prints.

Other tools import judged() from here, under any Python 3. It starts the judge, which is this file
under the Python that $PYTHON names (a command line; without it, this one or the system's, where it
has such a torch), and which reads programs and writes what they print, both as JSON.
"""
import contextlib
import gc
import importlib.util
import io
import json
import linecache
import os
import shlex
import signal
import subprocess
import sys
import types
import unittest.mock
import warnings

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SECONDS = 120  # for each program
HAS_TORCH = """
from importlib.metadata import version
raise SystemExit([int(part) for part in version("torch").split(".")[:2]] < [2, 6])
"""


# ---- asking ------------------------------------------------------------------------------------


def judges_python():
    """The command line of a Python with torch, or None."""
    if os.environ.get("PYTHON"):
        return shlex.split(os.environ["PYTHON"])
    for python in (sys.executable, "/usr/bin/python3"):
        with contextlib.suppress(OSError):
            if subprocess.run([python, "-c", HAS_TORCH], stderr=subprocess.DEVNULL).returncode == 0:
                return [python]
    return None


def judged(programs):
    """What each program prints: a list of (printed, error).

    A program is a list of parts (file name, first line, code) that run one after another under the
    same names; printed has a text for each part that was begun. error is the exception that ended
    it, as the last line of a traceback shows it, or "".
    """
    python = judges_python()
    if not python:
        sys.exit("parity: no PyTorch 2.6 here; name a Python that has it: make parity PYTHON=COMMAND")
    judge = subprocess.run(python + ["tests/support/judge.py"], cwd=ROOT, encoding="utf-8",
                           input=json.dumps(programs), stdout=subprocess.PIPE)
    if judge.returncode != 0:
        sys.exit("parity: the judge ended with %d" % judge.returncode)
    return json.loads(judge.stdout)


# ---- judging -----------------------------------------------------------------------------------


def error_text(exception):
    text = str(exception)
    return type(exception).__name__ + (": " + text if text else "")


def run_parts(parts):
    main = types.ModuleType("__main__")
    sys.modules["__main__"], sys.argv, printed = main, [parts[0][0]], []
    folder = os.path.join(ROOT, os.path.dirname(parts[0][0]))
    os.chdir(folder)  # what it reads and imports lies beside it
    sys.path[0] = folder
    for name, first, code in parts:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            try:
                text = "\n" * (first - 1) + code
                lines = text.splitlines(keepends=True)
                linecache.cache[name] = len(text), None, lines, name  # TorchScript reads it
                exec(compile(text, name, "exec"), main.__dict__)
                error = None
            except SystemExit:
                error = ""
            except BaseException as exception:
                error = error_text(exception)
        printed.append(out.getvalue())
        if error is not None:
            return printed, error
    printed[-1] += left_behind(main)
    return printed, ""


def left_behind(main):
    """What the end of the program prints: generators that are still open run their finally."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        for name in [name for name in vars(main) if not name.startswith("__")]:
            setattr(main, name, None)
        gc.collect()
    return out.getvalue()


def run_apart(parts):
    """In a process of its own: seeds, options and modules are as in a fresh Python."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        be_quiet()
        with os.fdopen(writing, "w", encoding="utf-8") as pipe:
            json.dump(run_parts(parts), pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        answer = pipe.read()
    status = os.waitpid(child, 0)[1]
    return json.loads(answer) if status == 0 else ([""], "ended by signal %d" % (status & 127))


def be_quiet():
    """Programs have no input, and what they warn of is not compared."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 2)
    sys.stdin = open(os.devnull, encoding="utf-8")
    warnings.simplefilter("ignore")


def subplots(nrows=1, ncols=1, **options):
    """A figure and its axes, as many as asked for."""
    axes = [unittest.mock.MagicMock() for _ in range(nrows * ncols)]
    return unittest.mock.MagicMock(), axes if len(axes) > 1 else axes[0]


def module_of_file(name, path):
    spec = importlib.util.spec_from_file_location(name, os.path.join(ROOT, path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def main():
    import numpy  # noqa: F401: once, not in each program
    import torch

    torch.set_num_threads(1)
    if importlib.util.find_spec("matplotlib") is None:  # what it draws is not printed
        sys.modules["matplotlib"] = matplotlib = unittest.mock.MagicMock()
        sys.modules["matplotlib.pyplot"] = matplotlib.pyplot
        matplotlib.pyplot.subplots = subplots
    if importlib.util.find_spec("tqdm") is None:  # neither are its bars: the library's loop is enough
        for name in ("tqdm", "tqdm.auto"):
            sys.modules[name] = module_of_file(name, f"src/library/{name}.py")
    programs = json.load(sys.stdin)
    json.dump([run_apart(parts) for parts in programs], sys.stdout)


if __name__ == "__main__":
    if sys.argv[1:] == ["--there"]:
        sys.exit(not judges_python())
    main()
