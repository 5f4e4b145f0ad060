"""abc: classes that say what the classes derived from them must define."""


def _abstract_names(cls, namespace):
    names = {name for name, value in namespace.items()
             if getattr(value, "__isabstractmethod__", False)}
    for base in cls.__mro__[1:]:
        for name in base.__dict__.get("__abstractmethods__", ()):
            if getattr(getattr(cls, name, None), "__isabstractmethod__", False):
                names.add(name)
    return sorted(names)


class ABCMeta(type):
    def __new__(mcls, name, bases, namespace, /, **keywords):
        cls = super().__new__(mcls, name, bases, namespace, **keywords)
        cls.__abstractmethods__ = tuple(_abstract_names(cls, namespace))
        return cls


class ABC(metaclass=ABCMeta):
    """Helper class that provides a standard way to create an ABC using
    inheritance.
    """


def abstractmethod(funcobj):
    funcobj.__isabstractmethod__ = True
    return funcobj


def abstractproperty(fget):
    return property(abstractmethod(fget))
