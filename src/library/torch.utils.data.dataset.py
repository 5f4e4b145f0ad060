"""torch.utils.data.dataset: a part of torch.utils.data."""
from torch.utils.data import *
