"""The program qkv itself, where it is on this machine."""
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Dict


class Problem(Exception):
    """What went wrong, in words for who uses qkv. A notebook shows them without a traceback."""

    def _render_traceback_(self):
        return [f"qkv: {self}"]


MISSING = """{what} needs the program qkv, which is not on the PATH of this Python.
  try: install its Debian package (`make deb` in the source of qkv makes it), or run `make install` there.
       If it is somewhere else, set QKV to its path, as in os.environ["QKV"] = "/home/me/bin/qkv"."""


def find(what: str, instead: str = "") -> str:
    """The path of the program: $QKV, or qkv on the PATH. `what` needs it; `instead` is what does not."""
    given = os.environ.get("QKV")
    path = shutil.which(given or "qkv")
    if given and not path:
        raise Problem(f"QKV is {given!r}, and there is no such program\n  try: the path of qkv, or unset QKV")
    if not path:
        raise Problem(MISSING.format(what=what) + ("\n       " + instead if instead else ""))
    return path


def run(program: str, command: str, name: str, files: Dict[str, bytes], *arguments: str) -> str:
    """What `qkv COMMAND NAME ARGUMENTS` prints in a folder that has these files alone."""
    with tempfile.TemporaryDirectory(prefix="qkv-") as folder:
        for one, content in files.items():
            Path(folder, one).write_bytes(content)
        done = subprocess.run([program, command, name, *arguments], cwd=folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False)
    if done.returncode:
        said = done.stderr.strip()
        raise Problem((done.stdout + (said[5:] if said.startswith("qkv: ") else said)).strip())
    return done.stdout
