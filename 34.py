from torch.nn import Linear
