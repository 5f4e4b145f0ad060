"""numbers: kinds of numbers, as isinstance() asks for them; NumPy's are of them too."""


class _Kind(type):
    def __subclasscheck__(cls, of):
        if of in cls._own or cls in of.__mro__:
            return True
        return any(base in cls._own or base.__module__ == 'numpy' and base.__name__ == cls._numpy
                   for base in of.__mro__)

    def __instancecheck__(cls, value):
        return issubclass(type(value), cls)


class Number(metaclass=_Kind):
    _own, _numpy = (int, float, complex), 'number'


class Complex(Number):
    pass


class Real(Complex):
    _own = (int, float)


class Rational(Real):
    _own, _numpy = (int,), 'integer'


class Integral(Rational):
    pass
