#!/usr/bin/env python3
"""src/python/qkv/recorder/operations.txt must have the names that qkv knows of those that PyTorch has
(PYTHON=COMMAND). UPDATE=1 writes it anew.
"""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
from compare import ROOT, kept, tell  # noqa: E402
from judge import judges_python  # noqa: E402

LIST = "src/python/qkv/recorder/operations.txt"
HEAD = """\
# The names that qkv knows, of PyTorch's functions that take tensors: a point before a method.
# Written by tests/python/recorder/known.py.
"""
NAMES = """
import torch, torch.nn.functional as F
found = set()
for owner, prefix in ((torch, "torch."), (torch.Tensor, "."), (F, "F."), (torch.linalg, "torch.linalg."),
                      (torch.fft, "torch.fft."), (torch.special, "torch.special."),
                      (torch.autograd, "torch.autograd.")):
    for name in dir(owner):
        if not name.startswith("_") and name.isidentifier():
            value = getattr(owner, name)
            is_function = callable(value) and not isinstance(value, type)
            if is_function or owner is torch.Tensor and type(value).__name__ == "getset_descriptor":
                found.add(prefix + name)
print(" ".join(sorted(found)))
"""
ASK = """
import torch, torch.nn.functional as F
owners = {{"torch": torch, "": torch.zeros(2, 2), "F": F, "torch.linalg": torch.linalg, "torch.fft": torch.fft,
          "torch.special": torch.special, "torch.autograd": torch.autograd}}
for full in {names!r}.split():
    owner, _, name = full.rpartition(".")
    try:
        getattr(owners[owner], name)
        print(full)
    except Exception:
        pass
"""


def main():
    os.chdir(ROOT)
    names = subprocess.run((judges_python() or ["python3"]) + ["-c", NAMES], capture_output=True, text=True)
    if not tell(names.returncode == 0, "PyTorch says what its functions are", names.stderr):
        return
    asked = subprocess.run(["build/qkv", "run", "-"], input=ASK.format(names=names.stdout.strip()),
                           capture_output=True, text=True)
    if tell(asked.returncode == 0, "qkv says which of them it knows", asked.stderr):
        lines = sorted(asked.stdout.split())
        kept(LIST, HEAD + "".join(name + "\n" for name in lines))


main()
