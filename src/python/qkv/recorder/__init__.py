"""Recording what PyTorch computes: `record` writes a listing, `attention` a file of attention weights."""
from .attention import attention
from .recorder import record

__all__ = ["attention", "record"]
