#!/usr/bin/env python3
"""Runs the transcripts beside it: a command line, then what it prints and how it exits.

  run.sh [FILE.test …]

In a transcript, text at the margin says what is tested. Indented by two blanks follow
  $ a shell command, run in a folder of its own with a copy of files/ (FILES= names another)
  > more lines of it
  | a line of its standard output
  ! a line of its standard error
  [1] its exit code, when that is not 0
"{any}" in a line means any text, a line "{lines}" any number of lines.

In Python, because a shell starts a dozen processes to compare one case.
"""
import functools, os, re, shutil, subprocess, sys, tempfile

here = os.path.dirname(os.path.abspath(__file__))


class Case:
    def __init__(self, name, command):
        self.name, self.command, self.out, self.err, self.exit = name, [command], [], [], 0


def cases_of(transcript):
    cases, name = [], ""
    with open(transcript, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        for number, line in enumerate(file, 1):
            line, rest = line.rstrip("\n"), line.rstrip("\n")[4:]
            if line.startswith("  $"): cases.append(Case(name, rest))
            elif line.startswith("  > "): cases[-1].command.append(rest)
            elif line.startswith("  |"): cases[-1].out.append(rest)
            elif line.startswith("  !"): cases[-1].err.append(rest)
            elif line.startswith("  ["): cases[-1].exit = int(re.sub(r"[^0-9]", "", line))
            elif re.match(" +[^ ]", line): sys.exit(f"{transcript}:{number}: what is this line?")
            elif line and line[0] not in " #": name = re.sub("[.:]$", "", line)
    return cases


def same(wanted, got):
    if "{any}" not in wanted: return wanted == got
    return re.fullmatch(".*".join(map(re.escape, wanted.split("{any}"))), got, re.DOTALL) is not None


def lines_of(path):
    with open(path, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        lines = file.read().split("\n")
    if not lines[-1]: lines.pop()
    # A sanitizer says so of itself, once a generator runs.
    return [line for line in lines if "WARNING: ASan doesn't fully support makecontext" not in line]


def difference(wanted, got, what):
    """How what was printed differs from what is wanted, as lines; none where it does not."""
    if wanted == got: return []
    far = [-1, 0]  # the line of `got` that no way of matching could pass, and the one wanted there

    @functools.lru_cache(maxsize=None)
    def matches(w, g):
        while w < len(wanted) and wanted[w] != "{lines}":
            if g >= len(got) or not same(wanted[w], got[g]): break
            w, g = w + 1, g + 1
        if w < len(wanted) and wanted[w] == "{lines}":
            return any(matches(w + 1, i) for i in range(g, len(got) + 1))
        if w == len(wanted) and g == len(got): return True
        if g > far[0]: far[:] = [g, w]
        return False

    if matches(0, 0): return []
    at = lambda lines, i: lines[i] if i < len(lines) else "(nothing more)"
    return [f"{what}, line {far[0] + 1}:", f"  wanted: {at(wanted, far[1])}", f"  got:    {at(got, far[0])}"]


def trouble_of(case, path, folder):
    with open(path + ".command", "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write("\n".join(case.command) + "\n")
    with open(path + ".real-out", "wb") as out, open(path + ".real-err", "wb") as err:
        code = subprocess.run(["sh", path + ".command"], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err).returncode
    if code < 0: code = 128 - code
    trouble = difference(case.out, lines_of(path + ".real-out"), "standard output")
    trouble += difference(case.err, lines_of(path + ".real-err"), "standard error")
    return trouble + ([] if code == case.exit else [f"exit code {code}, wanted {case.exit}"])


def run(transcript, work, files):
    """How many cases passed and failed."""
    stem = os.path.basename(transcript).removesuffix(".test")
    folder, passed, failed = os.path.join(work, stem), 0, 0
    os.makedirs(folder + "/cases")
    if os.path.isdir(files): shutil.copytree(files, folder + "/in", symlinks=True)
    else: os.mkdir(folder + "/in")
    for number, case in enumerate(cases_of(transcript), 1):
        trouble = trouble_of(case, f"{folder}/cases/{number}", folder + "/in")
        passed, failed = passed + (not trouble), failed + bool(trouble)
        print(f"{'not ' if trouble else ''}ok - {stem}: {case.name}")
        for line in ["$ " + one for one in case.command] + trouble if trouble else []: print("# " + line)
        sys.stdout.flush()
    return passed, failed


def main(transcripts):
    work = tempfile.mkdtemp()
    qkv = os.environ.setdefault("QKV", os.path.join(here, "../../build/qkv"))
    os.mkdir(work + "/bin")
    os.symlink(qkv, work + "/bin/qkv")
    support = os.path.join(here, "../support")
    os.environ.update(
        PATH=work + "/bin:" + os.environ["PATH"], HOME=work, XDG_DATA_HOME=work + "/data", XDG_STATE_HOME=work + "/state",
        XDG_CONFIG_HOME=work + "/config", XDG_DATA_DIRS=work + "/none", LC_ALL="C.UTF-8", GIFT=support + "/gift.py", GIVEN_AWAY=support + "/given_away.py",
        SVG=support + "/svg.py")
    for name in "NO_COLOR", "LINES", "COLUMNS", "CDPATH": os.environ.pop(name, None)
    files = os.environ.get("FILES", here + "/files")
    try:
        counts = [run(transcript, work, files) for transcript in transcripts]
    finally:
        shutil.rmtree(work, ignore_errors=True)
    passed, failed = sum(one[0] for one in counts), sum(one[1] for one in counts)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="surrogateescape")
    sys.exit(main(sys.argv[1:] or sorted(here + "/" + name for name in os.listdir(here) if name.endswith(".test"))))
