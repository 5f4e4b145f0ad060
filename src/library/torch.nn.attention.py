"""torch.nn.attention: which kernel computes attention. The numbers do not depend on it here."""
import contextlib
from enum import Enum


class SDPBackend(Enum):
    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4


@contextlib.contextmanager
def sdpa_kernel(backends, set_priority=False):
    assert isinstance(backends, (list, SDPBackend)), \
        "Backend must be an instance of SDPBackend or a list of SDPBackend instances"
    yield {}
