"""warnings: one line on standard error for each."""

import sys


def warn(message, category=None, stacklevel=1, source=None):
    if category is None:
        category = UserWarning
    if isinstance(message, Warning):
        category = type(message)
    print(f"{category.__name__}: {message}", file=sys.stderr)


def filterwarnings(action, message="", category=None, module="", lineno=0, append=False):
    pass


def simplefilter(action, category=None, lineno=0, append=False):
    pass


def resetwarnings():
    pass


class catch_warnings:
    def __init__(self, *, record=False, module=None, action=None, category=None, lineno=0):
        self.record = record

    def __enter__(self):
        return [] if self.record else None

    def __exit__(self, kind, value, traceback):
        return False
