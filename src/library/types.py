"""types: a value with attributes, and the names of types that have no other."""

import sys


class SimpleNamespace:
    def __init__(self, **keywords):
        self.__dict__.update(keywords)

    def __repr__(self):
        parts = [f"{name}={value!r}" for name, value in self.__dict__.items()]
        return f"namespace({', '.join(parts)})"

    def __eq__(self, other):
        return isinstance(other, SimpleNamespace) and self.__dict__ == other.__dict__


FunctionType = type(lambda: None)
LambdaType = FunctionType
BuiltinFunctionType = type(len)
MethodType = type(SimpleNamespace().__repr__)
ModuleType = type(sys)
GeneratorType = type(value for value in ())
NoneType = type(None)
EllipsisType = type(...)
