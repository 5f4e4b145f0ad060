"""A thousand operations on four numbers, each with a node of its own."""
import torch

# The bench writes this line anew.
TOKENS = 1

x = torch.ones(4, requires_grad=TOKENS == 1)


def many():
    for _ in range(1000):
        x * x


# What follows is timed.
many()
