from .analysis import entropy
