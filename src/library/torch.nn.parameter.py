"""torch.nn.parameter: the tensors that a network learns."""
from torch import Parameter
