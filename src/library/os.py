"""os: paths as texts. Files and the environment cannot be reached."""

import os.path as path

sep = "/"
linesep = "\n"
name = "posix"
environ = {}


def getenv(key, default=None):
    return environ.get(key, default)


def cpu_count():
    return 1


def refuse(what):
    raise NotImplementedError(f"os.{what} reaches files or processes, which qkv does not")


def listdir(path="."):
    refuse("listdir")


def makedirs(name, mode=511, exist_ok=False):
    refuse("makedirs")


def mkdir(path, mode=511):
    refuse("mkdir")


def remove(path):
    refuse("remove")


def system(command):
    refuse("system")


def getcwd():
    refuse("getcwd")
