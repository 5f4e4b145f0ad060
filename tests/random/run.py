#!/usr/bin/env python3
"""Random programs under qkv and under Python: what each statement prints must be the same.

    run.py [KIND...] [--seed S] [--programs N]

A kind is the module of that name beside this file; without one, all are run. `judge.py` makes the
programs and runs them, all in one process, under the Python that $PYTHON names (a command: another
Python, another root). Where both end in an error, its type must be the same.
What is made of something that differed is not compared, and nothing is after a statement that wrote
what differed: see Spoilt.

The differences there are stand in differences.txt, each with its reason: see read_known(). One
that no longer differs, and a statement that differs without being listed, fail.
"""
import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SCRATCH = os.path.join("build", "random")
PROGRAMS = {"tensors": 2000, "python": 1000, "gradients": 2000}  # in a run that names no number
WITHIN = {"gradients": 1e-9}  # by which share all numbers of a kind may differ
MOST = 0.0005  # of the statements may differ
SECONDS = 60  # for one program
sys.path.insert(0, HERE)
from judge import guarded  # noqa: E402


def judged(*arguments, given=""):
    """The programs that judge.py makes or is given, as they come: a number, and pairs of a
    statement and what it prints."""
    python = shlex.split(os.environ.get("PYTHON") or sys.executable)
    script = os.path.join("tests", "random", "judge.py")
    with tempfile.TemporaryFile("w+", encoding="utf-8") as programs:
        programs.write(given)
        programs.seek(0)
        process = subprocess.Popen(
            python + [script, *arguments], stdin=programs, stdout=subprocess.PIPE, text=True
        )
    yield from map(json.loads, process.stdout)
    if process.wait() != 0:
        sys.exit(f"random: {' '.join(python)} {script} ended with {process.returncode}")


# ---- under qkv -----------------------------------------------------------------------------------


def mark(number):
    return f"~~ {number} ~~\n"


def listing(statements):
    """The program, and the number of its first line of each statement."""
    text, first = "", []
    for number, statement in enumerate(statements):
        first.append(text.count("\n") + 1)
        text += guarded(statement) + f"print({mark(number)[:-1]!r})\n"
    return text, first


def run_listing(text, name):
    """What qkv prints, and its message."""
    path = os.path.join(SCRATCH, name + ".py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    try:
        qkv = subprocess.run(
            ["build/qkv", "run", path], capture_output=True, timeout=SECONDS, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired:
        return "", f"no end within {SECONDS} s"
    message = qkv.stderr.decode("utf-8", "replace")
    return qkv.stdout.decode("utf-8", "replace"), message if qkv.returncode else ""


def printed(statements, name):
    """What each statement prints under qkv. One that ends the program has its message, and none
    follows; where the whole program is refused, what stands before the place is run alone."""
    text, first = listing(statements)
    out, message = run_listing(text, name)
    parts = []
    for number in range(len(statements)):
        part, found, out = out.partition(mark(number))
        if not found:
            break
        parts.append(part)
    if len(parts) == len(statements):
        return parts
    place = re.search(r"\.py:(\d+):", message)
    refused = sum(line <= int(place[1]) for line in first) - 1 if place else len(parts)
    if not parts and refused > 0:
        return printed(statements[:refused], name) + [message]
    return parts + [message]


# ---- comparing -----------------------------------------------------------------------------------

ERROR = re.compile(r"^! (\w+): .*\Z", re.M | re.S)


def outcome(text):
    """What is compared: an error's message is not."""
    return ERROR.sub(r"! \1", text)


NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")


def close(want, got, within):
    """Are the texts the same but for numbers that differ by no more than the share `within`?"""
    if NUMBER.sub("#", want).split() != NUMBER.sub("#", got).split():
        return False
    pairs = zip(map(float, NUMBER.findall(want)), map(float, NUMBER.findall(got)))
    return all(abs(a - b) <= within * max(1, abs(a), abs(b)) for a, b in pairs)


class Known:
    """A difference that is known: why, which statements show it, and a program that does."""

    def __init__(self, kind, reason, fields, program):
        self.kind, self.reason, self.program, self.seen = kind, reason, program, 0
        self.statement = re.compile(fields["statement"], re.S)
        self.output = re.compile(fields.get("output", ""), re.S)
        self.made = re.compile(fields.get("made", ""), re.S)
        self.within = float(fields.get("within", "inf"))

    def covers(self, made, statement, want, got):
        if not self.statement.search(statement) or not self.made.search(made):
            return False
        if not self.output.search(f"{want}---\n{got}"):
            return False
        return self.within == float("inf") or close(want, got, self.within)


def read_known():
    """An entry of differences.txt is

        === KIND: REASON
        statement: REGEX     of the statements that show it
        made: REGEX          of the statements that have to do with what these name, and of these
        output: REGEX        of what they print: PyTorch's lines, `---`, qkv's
        within: SHARE        by which numbers may differ; nothing else may
        ---
        PROGRAM              that shows it: checked to differ still
    """
    with open(os.path.join(HERE, "differences.txt"), encoding="utf-8") as file:
        entries = re.split(r"^=== ", file.read(), flags=re.M)[1:]
    for entry in entries:
        head, program = entry.split("\n---\n", 1)
        title, *lines = head.splitlines()
        kind, reason = title.split(": ", 1)
        yield Known(kind, reason, dict(line.split(": ", 1) for line in lines), program)


def alike(want, got, within):
    return outcome(want) == outcome(got) or bool(within) and close(outcome(want), outcome(got), within)


class Spoilt:
    """What can no longer be compared, since a statement before it differed."""

    MADE = re.compile(r"(t\d+) = ")
    WRITES = re.compile(r"\w_\(|[\]\w] ?[-+*/]?= |dropout")
    NODE = re.compile(r"^\w+Backward\w*|^CopySlices|^None", re.M)

    def __init__(self):
        self.names, self.everything = set(), False

    def skips(self, statement):
        """Is it made of what differed? Then so is what it makes."""
        if self.everything or self.names.isdisjoint(re.findall(r"\bt\d+\b", statement)):
            return self.everything
        self.spoil(statement)
        return True

    def spoil(self, statement):
        made = self.MADE.match(statement)
        if made and not self.WRITES.search(statement[made.end():]):
            self.names.add(made[1])
        else:
            self.everything = True

    def differed(self, statement, want, got):
        """Names of nodes aside, it spoils what it makes."""
        if self.NODE.sub("", want) != self.NODE.sub("", got):
            self.spoil(statement)


def history(pairs):
    """The statements that have to do with what the last one names, a line each."""
    names, lines = set(), []
    for statement, _ in reversed(pairs):
        own = set(re.findall(r"\bt\d+\b", statement))
        if not lines or names & own:
            names |= own
            lines.insert(0, statement)
    return "\n".join(lines)


def compare(program, run, within=0):
    """How many statements are the same, and those that differ: (number, what it is made of, statement,
    want, got). `run` tells the scratch files apart from those of another run."""
    number, pairs = program
    got = printed([statement for statement, _ in pairs], f"{run}-{number}")
    got += [""] * (len(pairs) - len(got))
    spoilt, same, differences = Spoilt(), 0, []
    for i, (statement, want) in enumerate(pairs):
        if spoilt.skips(statement):
            continue
        if alike(want, got[i], within):
            same += 1
            continue
        differences.append((i, history(pairs[:i + 1]), statement, want, got[i]))
        spoilt.differed(statement, want, got[i])
    return number, same, differences


def check_known(kind, seed, known):
    """An entry whose program no longer differs is out of date."""
    good = True
    programs = "".join(json.dumps([entry.program]) + "\n" for entry in known)
    for entry, program in zip(known, judged(kind, given=programs)):
        still = compare(program, f"{kind}-{seed}-known", WITHIN.get(kind, 0))[2] != []
        good = good and still
        print(f"{'ok' if still else 'not ok'} - differs still: {kind}: {entry.reason}")
    return good


def told(difference, known, place):
    """Is it a known one? Else it is shown."""
    entry = next((e for e in known if e.covers(*difference)), None)
    if entry:
        entry.seen += 1
        return True
    _, statement, want, got = difference
    print(f"{statement}\n--- PyTorch\n{want}--- qkv\n{got}---")
    print(f"not ok - {place}")
    return False


def check_kind(kind, seed, programs, known):
    known = [entry for entry in known if entry.kind == kind]
    good = check_known(kind, seed, known)
    same = differ = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, alike, differences in pool.map(
            partial(compare, run=f"{kind}-{seed}", within=WITHIN.get(kind, 0)),
            judged(kind, seed, str(programs)),
        ):
            same += alike
            differ += len(differences)
            for i, *difference in differences:
                good = told(difference, known, f"{kind}, seed {seed}, program {number}, statement {i}") and good
    for entry in known:
        print(f"# {entry.seen} of {kind}: {entry.reason}")
    share = differ / max(1, same + differ)
    few = share <= MOST
    print(f"{'ok' if few else 'not ok'} - {kind}, seed {seed}: {differ} of {same + differ} "
          f"statements in {programs} programs differ ({100 * share:.3f} %)")
    return good and few


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", nargs="*")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--programs", type=int)
    given = parser.parse_args()
    os.chdir(ROOT)
    os.makedirs(SCRATCH, exist_ok=True)
    known = list(read_known())
    good = True
    for kind in given.kind or PROGRAMS:
        good = check_kind(kind, given.seed, given.programs or PROGRAMS.get(kind, 1000), known) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
