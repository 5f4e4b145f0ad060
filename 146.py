#| axes: x = x, i
#| role: x = input
import torch

x = torch.tensor([[1, 0, 1, 0],
                  [0, 2, 0, 2],
                  [1, 1, 1, 1]], dtype=torch.float32)
print(x)
