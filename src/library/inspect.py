"""inspect: what a function asks for, and what kind of thing a value is."""

from _qkv import parameters_of
from dataclasses import MISSING, fields
from types import BuiltinFunctionType, FunctionType, GeneratorType, MethodType, ModuleType


def isfunction(object):
    return isinstance(object, FunctionType)


def ismethod(object):
    return isinstance(object, MethodType)


def isbuiltin(object):
    return isinstance(object, BuiltinFunctionType)


def isroutine(object):
    return isfunction(object) or ismethod(object) or isbuiltin(object)


def isclass(object):
    return isinstance(object, type)


def ismodule(object):
    return isinstance(object, ModuleType)


def isgenerator(object):
    return isinstance(object, GeneratorType)


def getdoc(object):
    text = getattr(object, "__doc__", None)
    if text is None:
        return None
    lines = text.expandtabs().split("\n")
    margins = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    margin = min(margins, default=0)
    lines = [lines[0].lstrip()] + [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def getsource(object):
    raise NotImplementedError("inspect.getsource reads files, which qkv does not")


class empty:
    pass


class Parameter:
    empty = empty
    POSITIONAL_ONLY = 0
    POSITIONAL_OR_KEYWORD = 1
    VAR_POSITIONAL = 2
    KEYWORD_ONLY = 3
    VAR_KEYWORD = 4

    def __init__(self, name, kind, default=empty, annotation=empty):
        self.name = name
        self.kind = kind
        self.default = default
        self.annotation = annotation

    def __str__(self):
        stars = {2: "*", 4: "**"}.get(self.kind, "")
        return stars + self.name + ("" if self.default is empty else f"={self.default!r}")


class Signature:
    empty = empty

    def __init__(self, parameters):
        self.parameters = {parameter.name: parameter for parameter in parameters}

    def __str__(self):
        parts = []
        starred = False
        for parameter in self.parameters.values():
            if parameter.kind == 3 and not starred:
                parts.append("*")
            starred = starred or parameter.kind >= 2
            parts.append(str(parameter))
        return "(" + ", ".join(parts) + ")"


def _fields_of(cls):
    """What the class made by @dataclass takes."""
    parameters = []
    for field in fields(cls):
        if field.init:
            kind = Parameter.KEYWORD_ONLY if field.kw_only else Parameter.POSITIONAL_OR_KEYWORD
            given = field.default if field.default is not MISSING else field.default_factory
            parameters.append(Parameter(field.name, kind, empty if given is MISSING else given,
                                        field.type))
    return Signature(sorted(parameters, key=lambda parameter: parameter.kind))


def signature(callable):
    skipped = 0
    if isclass(callable) and "__dataclass_fields__" in callable.__dict__:
        return _fields_of(callable)
    if isclass(callable):
        callable = callable.__init__
        skipped = 1
    elif ismethod(callable):
        callable = callable.__func__
        skipped = 1
    elif not isfunction(callable):
        callable = type(callable).__call__
        skipped = 1
    while hasattr(callable, "__wrapped__"):
        callable = callable.__wrapped__
    if not isfunction(callable):
        raise ValueError(f"no signature found for builtin {callable!r}")
    notes = callable.__annotations__
    parameters = []
    for name, kind, has_default, default in parameters_of(callable)[skipped:]:
        parameters.append(Parameter(name, kind, default if has_default else empty,
                                    notes.get(name, empty)))
    return Signature(parameters)


def getfullargspec(func):
    raise NotImplementedError("inspect.signature tells the same")
