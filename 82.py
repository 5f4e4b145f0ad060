import math
from math import sqrt, pi as PI
print(math.sqrt(2), sqrt(9), PI, math.e, math.exp(1), math.log(10), math.log(8, 2), math.log2(8), math.log10(1000))
print(math.floor(-1.5), math.ceil(1.2), math.inf, -math.inf, math.nan, math.isnan(math.nan), math.pow(2, 3), math.factorial(5))
print(math.sin(1), math.cos(1), math.tanh(0.5), math.prod([1, 2, 3]), math.gcd(12, 18), math.isclose(0.1 + 0.2, 0.3))
