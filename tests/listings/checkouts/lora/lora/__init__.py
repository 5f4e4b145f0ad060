from .layers import *
from .utils import mark_only_lora, merge_all
