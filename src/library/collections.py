"""collections: the part that is written in Python."""

from operator import itemgetter


def tuple_members(typename, fields, given):
    def create(cls, *args, **keywords):
        values = dict(zip(fields, args))
        if len(args) > len(fields):
            raise TypeError(f"{typename}.__new__() takes {len(fields) + 1} positional arguments "
                            f"but {len(args) + 1} were given")
        for name, value in keywords.items():
            if name not in fields:
                raise TypeError(f"{typename}.__new__() got an unexpected keyword argument "
                                f"{name!r}")
            if name in values:
                raise TypeError(f"{typename}.__new__() got multiple values for argument {name!r}")
            values[name] = value
        values = {**given, **values}
        missing = [repr(name) for name in fields if name not in values]
        if missing:
            plural = "s" if len(missing) > 1 else ""
            names = " and ".join(missing) if len(missing) < 3 else (
                ", ".join(missing[:-1]) + ", and " + missing[-1])
            raise TypeError(f"{typename}.__new__() missing {len(missing)} required positional "
                            f"argument{plural}: {names}")
        return tuple.__new__(cls, [values[name] for name in fields])

    def show(self):
        parts = [f"{name}={value!r}" for name, value in zip(fields, self)]
        return f"{typename}({', '.join(parts)})"

    def replace(self, **keywords):
        return type(self)(**{**self._asdict(), **keywords})

    members = {
        "__new__": create,
        "__repr__": show,
        "_replace": replace,
        "_asdict": lambda self: dict(zip(fields, self)),
        "_make": classmethod(lambda cls, values: cls(*values)),
        "_fields": fields,
        "_field_defaults": given,
    }
    for index, name in enumerate(fields):
        members[name] = property(itemgetter(index))
    return members


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    fields = tuple(field_names)
    for name in fields:
        if not name.isidentifier():
            raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
        if fields.count(name) > 1:
            raise ValueError(f"Encountered duplicate field name: {name!r}")
    given = dict(zip(fields[len(fields) - len(defaults):], defaults)) if defaults else {}
    return type(typename, (tuple,), tuple_members(typename, fields, given))
