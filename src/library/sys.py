"""sys: which Python this is like, and ending the program."""
import _methods
from collections import namedtuple

version_info = namedtuple('sys.version_info', 'major minor micro releaselevel serial')(3, 13, 5, 'final', 0)
version = '3.13.5 (qkv)'
hexversion = 0x030d05f0


def get_int_max_str_digits():
    return _methods.int_max_str_digits


def set_int_max_str_digits(maxdigits):
    if 0 < maxdigits < 640 or maxdigits < 0:
        raise ValueError("maxdigits must be 0 or larger than 640")
    _methods.int_max_str_digits = maxdigits


def exit(status=None, /):
    raise SystemExit(status)
