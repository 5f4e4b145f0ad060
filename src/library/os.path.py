"""os.path: paths as texts; files are there that the program may read."""

from _files import folder as _folder
from _files import kind as file_kind

sep = "/"


def join(a, *p):
    path = str(a)
    for part in p:
        part = str(part)
        if part.startswith("/"):
            path = part
        elif not path or path.endswith("/"):
            path += part
        else:
            path += "/" + part
    return path


def split(p):
    p = str(p)
    at = p.rfind("/") + 1
    head, tail = p[:at], p[at:]
    if head and head != "/" * len(head):
        head = head.rstrip("/")
    return head, tail


def basename(p):
    return split(p)[1]


def dirname(p):
    return split(p)[0]


def splitext(p):
    p = str(p)
    name = basename(p)
    at = name.rfind(".")
    if at <= 0 or name[:at] == "." * at:
        return p, ""
    at += len(p) - len(name)
    return p[:at], p[at:]


def isabs(s):
    s = str(s)
    return s.startswith("/")


def exists(path):
    return file_kind(path) is not None or isfile(path) or isdir(path)


def isfile(path):
    from _saved import by_name, name_of
    return file_kind(path) == "file" or name_of(path) in by_name


def isdir(s):
    from _saved import folders, name_of
    return file_kind(s) == "folder" or name_of(s) in folders


def normpath(path):
    path = str(path)
    kept = []
    for part in path.split("/"):
        if part == ".." and (kept and kept[-1] != ".." or path.startswith("/")):
            kept = kept[:-1]
        elif part not in ("", "."):
            kept.append(part)
    return ("/" if path.startswith("/") else "") + "/".join(kept) or "."


def abspath(path):
    return normpath(join(_folder, str(path)))


def realpath(filename, *, strict=False):
    return abspath(filename)


def relpath(path, start="."):
    to, of = [[part for part in abspath(each).split("/") if part] for each in (path, start)]
    same = 0
    while same < min(len(to), len(of)) and to[same] == of[same]:
        same += 1
    return "/".join([".."] * (len(of) - same) + to[same:]) or "."


def commonprefix(m):
    if not m:
        return ""
    first, last = min(m), max(m)
    for place, letter in enumerate(first):
        if letter != last[place]:
            return first[:place]
    return first


def normcase(s):
    return s


def expanduser(path):
    return path


expandvars = expanduser
