r"""regex: the names of re, and \p{…} for the properties of characters."""

import re as _re
from re import (
    A, ASCII, DOTALL, I, IGNORECASE, M, MULTILINE, S, U, UNICODE, VERBOSE, X, Match, Pattern, error,
    escape, purge)


def compile(pattern, flags=0):
    return _re._compile_with_properties(pattern, flags)


search, match, fullmatch, findall, finditer, split, sub, subn = _re._functions(compile)
