"""seaborn: heatmap() as matplotlib's imshow(), the rest skipped."""
from matplotlib.pyplot import *
from matplotlib.pyplot import __getattr__
