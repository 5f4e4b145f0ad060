"""What the tools of tests/parity share: comparing, and telling it in TAP."""
import difflib
import os
import subprocess
import sys
import tempfile

from judge import ROOT

UPDATE = bool(os.environ.get("UPDATE"))


def tell(good, what, error=""):
    print(("ok - " if good else "not ok - ") + what + (f": {error}" if error else ""))
    return good


def show_difference(want, got, want_name, got_name):
    lines = difflib.unified_diff(
        want.splitlines(), got.splitlines(), want_name, got_name, lineterm="", n=1
    )
    print("\n".join(line for line in lines if not line.startswith("@@")))


def kept(path, want, same=str.__eq__):
    """The file holds what the judge printed; UPDATE writes it anew."""
    if UPDATE:
        with open(path, "w", encoding="utf-8") as file:
            file.write(want)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    good = same(want, text)
    if not good:
        show_difference(want, text, "PyTorch", "kept")
    return tell(good, f"{path} is what PyTorch prints")


def beyond_drift(path, want, got):
    """The lines that differ by more than the listing's long training explains (drift.awk)."""
    with tempfile.TemporaryDirectory() as folder:
        files = [os.path.join(folder, name) for name in ("want", "got")]
        for name, text in zip(files, (want, got)):
            with open(name, "w", encoding="utf-8") as file:
                file.write(text)
        drift = subprocess.run(["awk", "-f", os.path.join(ROOT, "tests/support/drift.awk"), path] + files,
                               stdout=subprocess.PIPE, encoding="utf-8", cwd=ROOT)
    return drift.stdout


def run_listing(path, listing, want):
    with tempfile.NamedTemporaryFile("w", suffix=".py", encoding="utf-8") as file:
        file.write(listing)
        file.flush()
        folder = os.path.join(ROOT, os.path.dirname(path))
        qkv = subprocess.run([os.path.join(ROOT, "build/qkv"), "run", file.name, "--files", folder],
                             stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    got = qkv.stdout.decode("utf-8", "replace")
    differences = beyond_drift(path, want, got)
    good = qkv.returncode == 0 and not differences
    if not good:
        print(differences)
    return tell(good, f"{path} as a listing prints what Python prints")
