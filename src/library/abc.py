"""abc: classes that say what their subclasses must define."""


class ABCMeta(type):
    def __new__(meta, name, bases, members, **keywords):
        cls = super().__new__(meta, name, bases, members, **keywords)
        names = set(members)
        for base in bases:
            names.update(getattr(base, "__abstractmethods__", ()))
        cls.__abstractmethods__ = tuple([each for each in sorted(names) if is_abstract(cls, each)])
        return cls

    def register(cls, subclass):
        return subclass


def is_abstract(cls, name):
    return bool(getattr(getattr(cls, name, None), "__isabstractmethod__", False))


class ABC(metaclass=ABCMeta):
    pass


def abstractmethod(funcobj):
    funcobj.__isabstractmethod__ = True
    return funcobj


def abstractproperty(funcobj):
    return property(abstractmethod(funcobj))
