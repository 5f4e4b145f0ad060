"""qkv's own modules for listings: qkv.circuits. The package that pip installs has it too."""

from qkv import circuits


def __getattr__(name):
    raise NotImplementedError(f'qkv.{name} is there under PyTorch alone; qkv.circuits is here')
