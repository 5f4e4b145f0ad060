"""torch.cpu.amp: the older names of what torch.amp has."""
import warnings

import torch.amp


class autocast(torch.amp.autocast):
    def __init__(self, enabled=True, dtype=torch.bfloat16, cache_enabled=True):
        warnings.warn("`torch.cpu.amp.autocast(args...)` is deprecated. Please use "
                      "`torch.amp.autocast('cpu', args...)` instead.", FutureWarning)
        super().__init__('cpu', dtype, enabled, cache_enabled)
