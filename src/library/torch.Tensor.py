"""Methods of tensors that are made of other operations."""
from torch._more import (aminmax, corrcoef, cov, diff, erfinv, fill_diagonal_, fliplr, flipud,
                         histc, hsplit, matrix_power, msort, nanmean, nansum, qr, quantile, renorm,
                         scatter_reduce, signbit, sinc, sum_to_size, vsplit)
from torch.functional import addbmm, addr, cross, dist, heaviside, inner, kron, logcumsumexp, vdot
from torch.linalg import cholesky, det, inv as inverse, logdet, slogdet


def unflatten(self, dim, sizes):
    """One dimension as several."""
    shape = list(self.shape)
    dim = dim + self.dim() if dim < 0 else dim
    return self.reshape(shape[:dim] + list(sizes) + shape[dim + 1:])
