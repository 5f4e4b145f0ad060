"""Follows what `qkv show --json` names: inputs to operations, spans to the text of the file."""

import json
import sys

bad = 0


def wrong(path, operation, what):
    global bad
    bad += 1
    print(f"{path}: operation {operation['operation']}: {what}")


def text_of(lines, span):
    """The text between two places, of one line."""
    if span["line"] != span["end_line"]:
        return None
    return lines[span["line"] - 1][span["column"] - 1:span["end_column"] - 1]


for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        run = json.load(file)
    with open(run["file"], encoding="utf-8") as file:
        lines = file.read().split("\n")
    known = set()
    for step in run["steps"]:
        for operation in step["operations"]:
            for i in operation["inputs"]:
                if i >= operation["operation"] or (i >= 0 and i not in known):
                    wrong(path, operation, f"input {i} is not before it")
            known.add(operation["operation"])
            span = operation["span"]
            there = text_of(lines, span) if span and span["file"] == run["file"] else None
            if there is not None and there != operation["code"]:
                wrong(path, operation, f"{there!r} is there, not {operation['code']!r}")
        for tensor in step["tensors"]:
            if tensor["operation"] not in known:
                wrong(path, tensor, f"{tensor['name']} is made by none")
        for hidden in step["hidden"]:
            if hidden["operation"] is not None and hidden["operation"] not in known:
                wrong(path, hidden, f"{hidden['asks']} is asked of none")
assert len(sys.argv) > 30, "these are few"
sys.exit(bad > 0)
