"""numpy.core: limits of numbers."""
from numpy.core import getlimits
