"""sys: which Python this is like, and ending the program."""
from collections import namedtuple

version_info = namedtuple('sys.version_info', 'major minor micro releaselevel serial')(3, 13, 5, 'final', 0)
version = '3.13.5 (qkv)'
hexversion = 0x030d05f0


def exit(status=None, /):
    raise SystemExit(status)
