from .attention import Attention
from .mlp import FeedForward

__all__ = ["Attention", "FeedForward"]
