"""torch.nn.attention.bias: masks for queries that are fewer or more than the keys."""
import torch


def causal_upper_left(*size):
    """A query sees the keys up to its own number, counted from the first."""
    return torch.ones(*size, dtype=torch.bool).tril()


def causal_lower_right(*size):
    """The same, counted from the last: the queries are the end of the sequence."""
    return torch.ones(*size, dtype=torch.bool).tril(size[1] - size[0])
