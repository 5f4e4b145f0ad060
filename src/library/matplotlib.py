"""matplotlib: only pyplot does something."""
from matplotlib import pyplot
from matplotlib.pyplot import __getattr__
