"""Part of matplotlib: accepted and skipped."""
from matplotlib.pyplot import __getattr__
