"""torch.optim.optimizer: what all optimizers have in common."""
from torch.optim import Optimizer
