"""Methods of tensors that are made of other operations."""
from torch.functional import addbmm, addr, cross, dist, heaviside, inner, kron, logcumsumexp, vdot


def unflatten(self, dim, sizes):
    """One dimension as several."""
    shape = list(self.shape)
    dim = dim + self.dim() if dim < 0 else dim
    return self.reshape(shape[:dim] + list(sizes) + shape[dim + 1:])
