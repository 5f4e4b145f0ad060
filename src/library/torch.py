"""What torch itself has in Python."""


def typename(o):
    """The name of an object's type, as messages have it."""
    if isinstance(o, Tensor):
        return o.type()
    kind = o if isinstance(o, type) else type(o)
    module = getattr(kind, '__module__', 'builtins')
    return kind.__name__ if module in ('builtins', '__builtin__') else module + '.' + kind.__name__
