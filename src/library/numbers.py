"""numbers: kinds of numbers, as isinstance() asks for them."""
Number = Complex = Real = Rational = (int, float)
Integral = (int,)
