"""torch._inductor: what torch.compile uses."""
from torch._inductor import config
