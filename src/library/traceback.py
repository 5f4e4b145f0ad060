"""traceback: the last line of it, on sys.stderr."""
import sys


def format_exception_only(error, value=None):
    error = error if value is None else value
    text = str(error)
    return [type(error).__name__ + (': ' + text if text else '') + '\n']


def print_exception(error, value=None, tb=None, file=None):
    print('Traceback (most recent call last):', file=file or sys.stderr)
    print(format_exception_only(error, value)[0], end='', file=file or sys.stderr)


def print_exc(limit=None, file=None, chain=True):
    print('Traceback (most recent call last)', file=file or sys.stderr)


def __getattr__(name):
    raise NotImplementedError(f'traceback.{name} is not there in qkv; print(error) is')
