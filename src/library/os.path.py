"""os.path: paths as texts; no file is ever there."""

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
    return False


def isfile(path):
    return False


def isdir(s):
    return False
