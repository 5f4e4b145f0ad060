"""Where the program is: the statement that runs, what it assigns to, and its text."""
import ast
import linecache
import os
import sys

import torch

_TORCH = os.path.dirname(os.path.abspath(torch.__file__)) + os.sep
_OWN = os.path.dirname(os.path.abspath(__file__)) + os.sep
# Of PyTorch's own files, those in which a program is computed are shown as the program's are.
_SHOWN = tuple(_TORCH + part for part in (
    "nn" + os.sep + "modules" + os.sep, "nn" + os.sep + "functional.py", "optim" + os.sep))
_HIDDEN = (_TORCH + os.path.join("nn", "modules", "module.py"),
           _TORCH + os.path.join("optim", "optimizer.py"))
_LINE = 96  # characters of a source line that are shown

_files = {}  # name of a file: line -> statement


def is_plumbing(filename):
    if filename.startswith(_OWN) or "contextlib" in filename:
        return True
    if not filename.startswith(_TORCH):
        return False
    return filename in _HIDDEN or not filename.startswith(_SHOWN)


def frame_of_program(frame, without=None):
    """The innermost frame that is not PyTorch's or our own plumbing, nor runs the code `without`."""
    while frame and (is_plumbing(frame.f_code.co_filename) or frame.f_code is without):
        frame = frame.f_back
    return frame


class Statement:
    """One statement of a file."""

    def __init__(self, node, filename, lines):
        self.line = node.lineno
        self.file = filename
        self.text = lines[node.lineno - 1].strip() if node.lineno <= len(lines) else ""
        self.targets = _targets(node)

    def comment(self):
        name = self.file
        name = "cell" if name.startswith("<") or "ipykernel" in name else os.path.basename(name)
        text = " ".join(self.text.split())
        text = text if len(text) <= _LINE else text[:_LINE - 1] + "\u2026"
        return f"# {name}:{self.line}  {text}"


def _name_of(target):
    if isinstance(target, ast.Name):
        return target.id
    return target.attr if isinstance(target, ast.Attribute) else None


def _names_of(target):
    if not isinstance(target, (ast.Tuple, ast.List)):
        return [_name_of(target)]
    return [name for part in target.elts for name in _names_of(part)]


def _targets(node):
    """The names that get the result: one, or one for each part of it; none where that is not plain."""
    target = None
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
    elif isinstance(node, (ast.AnnAssign, ast.AugAssign)):
        target = node.target
    if isinstance(target, (ast.Tuple, ast.List)):
        parts = isinstance(node.value, (ast.Tuple, ast.List))
        return [] if parts else _names_of(target)
    return [_name_of(target)] if target is not None else []


def _statements(filename, frame):
    lines = linecache.getlines(filename, frame.f_globals)
    found = {}
    try:
        tree = ast.parse("".join(lines))
    except (SyntaxError, ValueError):
        return found
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt):
            continue
        body = getattr(node, "body", None)
        # A compound statement has the lines before its body.
        last = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno
        statement = Statement(node, filename, lines)
        for line in range(node.lineno, last + 1):
            known = found.get(line)
            if known is None or known.line <= statement.line:
                found[line] = statement
    return found


def statement_of(frame):
    if frame is None:
        return None
    filename = frame.f_code.co_filename
    if filename not in _files:
        _files[filename] = _statements(filename, frame)
    return _files[filename].get(frame.f_lineno)


def variables_of(frame):
    """What is in the variables of a frame now. What PyTorch calls its parameters says nothing."""
    code = frame.f_code
    if not code.co_filename.startswith(_TORCH):
        return list(frame.f_locals.items())
    parameters = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
    return [(name, value) for name, value in frame.f_locals.items() if name not in parameters]


def name_in_program(value, frame):
    """What the program calls it, in the frame or one that called it."""
    while frame:
        if not is_plumbing(frame.f_code.co_filename):
            for name, other in variables_of(frame):
                if other is value and name.isidentifier() and not name.startswith("_"):
                    return name
        frame = frame.f_back
    return None


def caller():
    """The frame that called into this package."""
    return frame_of_program(sys._getframe(1))
