"""numpy.lib: what numpy has in Python."""
from numpy.lib import arraypad, arraysetops, function_base, index_tricks, stride_tricks, twodim_base
