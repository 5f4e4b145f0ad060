"""torch.cuda.amp: the older names of what torch.amp has."""
import warnings

import torch.amp


def _deprecated(name):
    warnings.warn(f"`torch.cuda.amp.{name}(args...)` is deprecated. Please use "
                  f"`torch.amp.{name}('cuda', args...)` instead.", FutureWarning)


class autocast(torch.amp.autocast):
    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        _deprecated('autocast')
        super().__init__('cuda', dtype, enabled, cache_enabled)


class GradScaler(torch.amp.GradScaler):
    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000,
                 enabled=True):
        _deprecated('GradScaler')
        super().__init__('cuda', enabled=enabled)
