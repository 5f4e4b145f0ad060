"""torch.utils.data.sampler: a part of torch.utils.data."""
from torch.utils.data import *
