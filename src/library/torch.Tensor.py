"""Methods of tensors that are made of other operations."""
from torch._more import (aminmax, corrcoef, cov, diff, erfinv, fill_diagonal_, fix, fliplr, flipud,
                         histc, hsplit, isreal, matrix_power, msort, nanmean, nansum, qr, quantile, renorm,
                         scatter_reduce, signbit, sinc, sum_to_size, vsplit)
from torch.functional import addbmm, addr, cross, dist, heaviside, inner, kron, logcumsumexp, vdot
from torch.linalg import cholesky, det, inv as inverse, logdet, slogdet


def untyped_storage(self):
    from torch.storage import UntypedStorage
    return UntypedStorage(self)


def storage(self):
    from torch.storage import TypedStorage
    return TypedStorage(self)


def adjoint(self):
    return self.mT  # there is no imaginary part to turn round


def conj(self):
    return self  # there is no imaginary part


def unflatten(self, dim, sizes):
    """One dimension as several."""
    shape = list(self.shape)
    dim = dim + self.dim() if dim < 0 else dim
    return self.reshape(shape[:dim] + list(sizes) + shape[dim + 1:])
