"""torch.amp: mixed precision, on the CPU alone."""
import warnings

import torch
from contextlib import ContextDecorator
from torch._autocast import enter, leave


class autocast(ContextDecorator):
    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError("Expected `device_type` of type `str`, got: `"
                             f"{type(device_type)}`")
        if enabled and device_type == 'cuda':
            warnings.warn("User provided device_type of 'cuda', but CUDA is not available. Disabling")
            enabled = False
        elif enabled and dtype not in (None, torch.float16, torch.bfloat16):
            warnings.warn("In CPU autocast, but the target dtype is not supported. Disabling autocast.\n"
                          "CPU Autocast only supports dtype of torch.bfloat16, torch.float16 currently.")
            enabled = False
        if enabled and device_type != 'cpu':
            raise NotImplementedError(f"torch.autocast('{device_type}') is not there in qkv; "
                                      "torch.autocast('cpu') is")
        self.device, self._enabled = device_type, enabled
        self.fast_dtype = torch.bfloat16 if dtype is None else dtype

    def __enter__(self):
        if self.device == 'cpu':
            self._before = enter(self.fast_dtype if self._enabled else None)
        return self

    def __exit__(self, kind, value, traceback):
        if self.device == 'cpu':
            leave(self._before)
        return False


class GradScaler:
    """Without CUDA nothing is scaled."""

    def __init__(self, device='cuda', init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5,
                 growth_interval=2000, enabled=True):
        self._enabled = enabled and device != 'cuda'
        if enabled and device == 'cuda':
            warnings.warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  "
                          "Disabling.")
        if self._enabled:
            raise NotImplementedError("torch.amp.GradScaler('cpu') is not there in qkv; with "
                                      "enabled=False losses stay as they are")

    def scale(self, outputs):
        return outputs

    def unscale_(self, optimizer):
        pass

    def step(self, optimizer, *args, **kwargs):
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        pass

    def get_scale(self):
        return 1.0

    def is_enabled(self):
        return self._enabled

    def state_dict(self):
        return {}

    def load_state_dict(self, state_dict):
        pass


def is_autocast_available(device_type):
    return device_type in ('cpu', 'cuda')


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    return (lambda fwd: fwd) if fwd is None else fwd


custom_bwd = custom_fwd
