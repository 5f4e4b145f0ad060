def pair(t):
    return t if isinstance(t, tuple) else (t, t)


def exists(val):
    return val is not None
