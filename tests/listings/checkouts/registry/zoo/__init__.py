"""Attention variants by name."""
from .core import VARIANTS, create
from . import variants
