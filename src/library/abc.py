"""abc: classes that say what their subclasses must define. It is not checked here."""


class ABC:
    pass


ABCMeta = type


def abstractmethod(funcobj):
    funcobj.__isabstractmethod__ = True
    return funcobj


abstractproperty = property
