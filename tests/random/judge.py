#!/usr/bin/env python3
"""Random programs and what Python prints at each of their statements, as JSON, a program a line.

    judge.py KIND SEED PROGRAMS      KIND: a module of this folder
    judge.py KIND < PROGRAMS         these: each a line, JSON: a list of statements

A kind's `statements(rng, names)` yields one statement after another; each has been executed, with
`names` as its globals, when the next is asked for. So a generator may look at what there is, and
what it yields can mean something. `fresh()`, where a kind has it, returns the names to begin with
and puts back what a program may have changed.
"""
import contextlib
import importlib
import io
import json
import random
import signal
import sys
import warnings

SECONDS = 10  # more than any statement should take


def guarded(statement):
    """The statement, its error printed as `! Type: message`."""
    body = "".join("    " + line + "\n" for line in statement.splitlines())
    told = "    print('!', type(error).__name__ + ':', error)\n"
    return "try:\n" + body + "except Exception as error:\n" + told


def printed_by(statement, names):
    out = io.StringIO()
    with contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(guarded(statement), "program.py", "exec"), names)
    return out.getvalue()


def run_program(kind, make):
    """Pairs of a statement and what it prints."""
    names = kind.fresh() if hasattr(kind, "fresh") else {"__name__": "__main__"}
    done = []
    for statement in make(names):
        signal.alarm(SECONDS)
        done.append((statement, printed_by(statement, names)))
    signal.alarm(0)
    return done


def main(name, seed=None, programs=0):
    kind = importlib.import_module(name)
    if seed is None:
        made = [lambda names, given=json.loads(line): given for line in sys.stdin]
    else:
        rngs = (random.Random(f"{seed}:{number}") for number in range(int(programs)))
        made = (lambda names, rng=rng: kind.statements(rng, names) for rng in rngs)
    for number, make in enumerate(made):
        print(json.dumps([number, run_program(kind, make)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
