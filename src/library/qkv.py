"""qkv's own modules for listings: qkv.circuits. The package that pip installs has them too."""

from qkv import circuits
