import torch
from einops import rearrange, reduce, repeat
from einops.layers.torch import Rearrange

x = torch.arange(24.).view(2, 3, 4)
print(rearrange(x, "b n (h d) -> b h n d", h=2).shape, rearrange(x, "b n d -> (b n) d").shape)
print(reduce(x, "b n d -> b d", "mean"))
print(repeat(x[0], "n d -> (n r) d", r=2)[:, 0])
print(rearrange(x, "... d -> d ...").shape, rearrange(x, "b n d -> b n 1 d").shape)
print(Rearrange("b n d -> b (n d)"))
try:
    rearrange(x, "b n (h d) -> b h n d", h=3)
except Exception as error:
    print(type(error).__name__, error)
