"""sys: which Python this is like, and ending the program."""
import _methods
from _qkv import index, outside
from collections import namedtuple

version_info = namedtuple('sys.version_info', 'major minor micro releaselevel serial')(3, 13, 5, 'final', 0)
version = '3.13.5 (qkv)'
hexversion = 0x030d05f0
maxsize, platform, byteorder = 2 ** 63 - 1, 'linux', 'little'


def getrecursionlimit():
    return _most_calls


def setrecursionlimit(limit):
    if index(limit) > _most_calls:
        outside('a loop, or at most 1000', f'a recursion of more than {_most_calls} calls')


def get_int_max_str_digits():
    return _methods.int_max_str_digits


def set_int_max_str_digits(maxdigits):
    if 0 < maxdigits < 640 or maxdigits < 0:
        raise ValueError("maxdigits must be 0 or larger than 640")
    _methods.int_max_str_digits = maxdigits


def exit(status=None, /):
    raise SystemExit(status)
