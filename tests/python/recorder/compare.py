#!/usr/bin/env python3
"""Records each program of tests/python/recorder/models under Python with PyTorch (PYTHON=COMMAND), and runs
what was recorded under qkv: each tensor that the listing names must be what PyTorch computed.

    compare.py [NAME…]

NAME.expect beside a program has patterns, one a line, that its listing must match, or `heads: PATH`, a
module whose attention `qkv show --heads` must find.
"""
import glob
import os
import re
import shlex
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
from compare import ROOT, tell  # noqa: E402
from judge import judges_python  # noqa: E402

MODELS = "tests/python/recorder/models"
RELATIVE = 2e-6  # of the largest number of a tensor; all that is computed in float32

# What is put into a listing: it compares each tensor that gets a name with what was kept of it.
CHECK = '''
_computed, _calls, _found = load_file({computed!r}), {{}}, []
_empty = torch.empty


def _begin(path):
    _calls[path] = _calls.get(path, 0) + 1
    number = _calls[path]
    return (path + (f"({{number}})" if number > 1 else "") + ".").lstrip(".")


def _seen(key, value):
    if key not in _computed:
        return
    want = _computed.pop(key)
    if tuple(want.shape) != tuple(value.shape) or want.dtype != value.dtype:
        print("differs", key, want.dtype, tuple(want.shape), value.dtype, tuple(value.shape))
        return
    if want.numel() == 0:
        _found.append(0.0)
        return
    want, value = want.double(), value.detach().double()
    same = (want == value) | (want.isnan() & value.isnan())
    size = want[want.isfinite()].abs().max().item() if want.isfinite().any().item() else 1.0
    far = torch.where(same, 0.0, (want - value).abs()).max().item() / (size or 1.0)
    _found.append(far)
    if not far <= {relative}:
        print("far", key, far)
'''
TELL = '''
print("missing", *sorted(_computed))
print("compared", len(_found), max(_found))
'''


def instrumented(text, computed):
    """The listing, with a comparison behind each statement that gives a name."""
    lines, out = text.split("\n"), []
    names, prefix, is_code = {}, '""', False
    for line in lines:
        function = re.match(r"( *)def (\w+)\((.*)\):", line)
        if function:
            indent, name, parameters = function.groups()
            is_code = name != "assembled"
            names = {parameter: 1 for parameter in re.split(r",\s*", parameters)}
            names.pop("self", None)
            out.append(line)
            if is_code:
                path = "self._path" if "self" in parameters.split(", ")[:1] else repr(name)
                out.append(f"{indent}    _at = _begin({path})")
            prefix = "_at"
            continue
        if line.startswith("# %% What"):
            out.append(f"_at, _names = '', 0")
            names, is_code = {}, "computed" in line
            if is_code:
                out.append("for _root in [m for m in list(globals().values()) if isinstance(m, nn.Module)]:")
                out.append("    for _name, _part in _root.named_modules():\n        _part._path = _name")
        out.append(line)
        given = re.match(r"( *)([\w, ]+) = ", line)
        if given and is_code and not line.lstrip().startswith("#"):
            for name in given.group(2).split(", "):
                names[name] = names.get(name, 0) + 1
                key = name + (f"@{names[name]}" if names[name] > 1 else "")
                out.append(f"{given.group(1)}_seen(_at + {key!r}, {name})")
    text = "\n".join(out)
    return text.replace("t = load_file(", CHECK.format(computed=computed, relative=RELATIVE) + "\nt = load_file(",
                        1) + TELL


def run(command, **options):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, **options)


def compared(name, folder):
    listing = f"{folder}/{name}.py"
    with open(listing, encoding="utf-8") as file:
        text = file.read()
    with open(f"{folder}/{name}.compared.py", "w", encoding="utf-8") as file:
        file.write(instrumented(text, f"{name}.computed.safetensors"))
    done = run(["build/qkv", "run", f"{folder}/{name}.compared.py"])
    lines = done.stdout.splitlines()
    wrong = [line for line in lines if line.startswith(("differs", "far"))]
    last = next((line for line in lines if line.startswith("compared")), "compared 0")
    missing = next((line for line in lines if line.startswith("missing ")), "").split()[1:]
    good = done.returncode == 0 and not wrong and last != "compared 0" and not missing
    tell(good, f"{name}: {last} under qkv", "\n".join(wrong + missing[:5] + [done.stderr]))


def opened(name, folder):
    """Its first frame, and the heads that are expected."""
    listing = f"{folder}/{name}.py"
    frame = run(["build/qkv", "show", listing, "--screen", "--size", "100x30"])
    tell(frame.returncode == 0 and "what is in" in frame.stdout, f"{name}: opens on its contents", frame.stderr)
    heads = run(["build/qkv", "show", listing, "--heads"]).stdout
    with open(listing, encoding="utf-8") as file:
        text = file.read()
    expected = f"{MODELS}/{name}.expect"
    for line in open(expected, encoding="utf-8") if os.path.exists(expected) else ():
        line = line.rstrip("\n")
        if line.startswith("heads: "):
            tell(line[7:] in heads, f"{name}: attention of {line[7:]}", heads)
            tell(line[7:] in frame.stdout, f"{name}: {line[7:]} is on the contents page", frame.stdout)
        elif line:
            tell(re.search(line, text) is not None, f"{name}: has {line}")


def main(names):
    os.chdir(ROOT)
    python = judges_python()
    if not python:
        sys.exit("no PyTorch here; name a Python that has it: PYTHON=COMMAND")
    folder = "build/recorded"
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
