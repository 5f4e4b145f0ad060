"""os.path: paths as texts; files are there that the program may read."""

from _files import kind as file_kind

sep = "/"


def join(a, *p):
    path = a
    for part in p:
        if part.startswith("/"):
            path = part
        elif not path or path.endswith("/"):
            path += part
        else:
            path += "/" + part
    return path


def split(p):
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
    name = basename(p)
    at = name.rfind(".")
    if at <= 0 or name[:at] == "." * at:
        return p, ""
    at += len(p) - len(name)
    return p[:at], p[at:]


def isabs(s):
    return s.startswith("/")


def exists(path):
    return file_kind(path) is not None or isfile(path) or isdir(path)


def isfile(path):
    from _saved import by_name, name_of
    return file_kind(path) == "file" or name_of(path) in by_name


def isdir(s):
    from _saved import folders, name_of
    return file_kind(s) == "folder" or name_of(s) in folders
