from .config import ModelConfig, TrainConfig
from .models import build_model, register

__all__ = ["ModelConfig", "TrainConfig", "build_model", "register"]
