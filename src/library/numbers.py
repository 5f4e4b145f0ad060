"""numbers: kinds of numbers, as isinstance() asks for them; NumPy's are of them too."""


class _Kind(type):
    def __subclasscheck__(cls, of):
        if of in cls._own or cls in of.__mro__:
            return True
        return any(base in cls._own or cls._is_other(base.__module__, base.__name__)
                   for base in of.__mro__)

    def __instancecheck__(cls, value):
        return issubclass(type(value), cls)

    def _is_other(cls, module, name):
        """By their names, since complex numbers have a file that is read where they are asked for."""
        return module == 'numpy' and name == cls._numpy or \
            module == 'builtins' and name == 'complex' and not issubclass(cls, Real)


class Number(metaclass=_Kind):
    _own, _numpy = (int, float), 'number'


class Complex(Number):
    pass


class Real(Complex):
    pass


class Rational(Real):
    _own, _numpy = (int,), 'integer'


class Integral(Rational):
    pass
