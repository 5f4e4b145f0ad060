"""os: paths as texts. Files and the environment cannot be reached; folders are made for what
torch.save keeps as long as the program runs.
"""

import _saved
import os.path as path

_path = path

sep = "/"
curdir, pardir, extsep, pathsep, devnull = ".", "..", ".", ":", "/dev/null"
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
    if path.exists(name) and not (exist_ok and path.isdir(name)):
        raise FileExistsError(17, "File exists", str(name))
    _saved.make_folder(name, True)


def mkdir(path, mode=511):
    above = _path.dirname(str(path))
    if above and not _path.isdir(above):
        raise FileNotFoundError(2, "No such file or directory", str(path))
    if _path.exists(path):
        raise FileExistsError(17, "File exists", str(path))
    _saved.make_folder(path, False)


def remove(path):
    if _saved.by_name.pop(_saved.name_of(path), None) is None:
        refuse("remove")


def system(command):
    refuse("system")


def getcwd():
    """Absolute names begin with the folder that the program may read: "/minGPT/scripts"."""
    return path.abspath(".")


def fspath(path):
    return path if isinstance(path, (str, bytes)) else path.__fspath__()
