from . import router
from .layer import MoE
from .router import TopK as Router
