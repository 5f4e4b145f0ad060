"""torch.utils.data.dataloader: a part of torch.utils.data."""
from torch.utils.data import *
