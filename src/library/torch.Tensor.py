"""Methods of tensors that are made of other operations."""
from numbers import Integral
import torch
from torch._gone import eig, lstsq, solve, symeig
from torch._more import (aminmax, corrcoef, cov, diff, erfinv, fill_diagonal_, fix, fliplr, flipud,
                         histc, hsplit, isreal, matrix_power, msort, nanmean, qr, quantile, renorm,
                         scatter_reduce, signbit, sinc, sum_to_size, vsplit)
from torch._seldom import (acosh, angle, arccos, arccosh, arcsin, arcsinh, arctan, arctanh, asinh,
                           atanh, cholesky_inverse, cholesky_solve, copysign, diagflat, diagonal_scatter, digamma, dsplit,
                           float_power, frexp, gcd, is_conj, is_distributed, is_neg,
                           is_same_size, is_signed, isneginf, isposinf, lcm, ldexp, lgamma,
                           logaddexp2, nanmedian, nanquantile, narrow_copy, nextafter, put,
                           resolve_conj, resolve_neg, select_scatter, slice_scatter, unsafe_chunk,
                           unsafe_split, unsafe_split_with_sizes)
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


# ---- what is said without parentheses ------------------------------------------------------------


def _property_H(self):
    if self.dim() not in (0, 2):
        more = " For batches of matrices, consider using tensor.mH" if self.dim() > 2 else ""
        raise RuntimeError("tensor.H is only supported on matrices (2-D tensors). Got "
                           f"{self.dim()}-D tensor.{more}")
    return self.mT


def _property_mH(self):
    if self.dim() == 1:
        raise RuntimeError("tensor.mH is only supported on matrices or batches of matrices. Got 1-D "
                           "tensor.")
    return self.mT


def _property_nbytes(self):
    return self.numel() * self.element_size()


def _property_itemsize(self):
    return self.element_size()


def _property_is_cpu(self):
    return True


def _property_is_sparse(self):
    return False


_property_is_mps = _property_is_quantized = _property_is_meta = _property_is_sparse
_property_is_nested = _property_is_xpu = _property_is_mkldnn = _property_is_sparse
_property_is_sparse_csr = _property_volatile = _property_is_sparse


def _property_name(self):
    return None


def _property_names(self):
    return (None,) * self.dim()


def _strided(name, kind):
    def refuse(self):
        raise RuntimeError(f"{name} expected {kind} layout but got Strided")

    return refuse


values, indices = _strided('values', 'sparse tensor'), _strided('indices', 'sparse coordinate tensor')
coalesce = _strided('coalesce', 'sparse coordinate tensor')


def to_sparse(self, *args, **kwargs):
    raise NotImplementedError("to_sparse is not there in qkv: a tensor has all its cells")


# ---- memory --------------------------------------------------------------------------------------


def is_pinned(self, device=None):
    return False


def pin_memory(self, device=None):
    raise RuntimeError("Cannot access accelerator device when none is available.")


def share_memory_(self):
    return self


def is_shared(self):
    return True


def to_dense(self, dtype=None, *, masked_grad=None):
    return self


def cpu(self, memory_format=None):
    return self


def is_complex(self):
    return False


def is_nonzero(self):
    return torch.is_nonzero(self)


def get_device(self):
    return -1


def new(self, *args):
    """An empty tensor of this dtype, or one with these numbers."""
    if len(args) == 1 and not isinstance(args[0], Integral):
        return torch.tensor(args[0], dtype=self.dtype)
    return self.new_empty(args or 0)


def set_(self, source):
    self.data = source
    return self


# ---- in place ------------------------------------------------------------------------------------


def _writing(function):
    def in_place(self, *args, **kwargs):
        return self.copy_(function(self, *args, **kwargs))

    return in_place


def put_(self, index, source, accumulate=False):
    return self.copy_(put(self, index, source, accumulate))


def apply_(self, callable):
    """A function of Python, number by number."""
    cells = [callable(cell) for cell in self.flatten().tolist()]
    return self.copy_(torch.tensor(cells, dtype=self.dtype).view(self.shape))


def map_(self, tensor, callable):
    pairs = zip(self.flatten().tolist(), tensor.expand_as(self).flatten().tolist())
    cells = [callable(a, b) for a, b in pairs]
    return self.copy_(torch.tensor(cells, dtype=self.dtype).view(self.shape))


erfinv_, renorm_, lgamma_, digamma_ = map(_writing, (erfinv, renorm, lgamma, digamma))
acosh_, asinh_, atanh_, copysign_ = map(_writing, (acosh, asinh, atanh, copysign))
arccos_, arcsin_, arctan_, sinc_ = map(_writing, (arccos, arcsin, arctan, sinc))
arccosh_, arcsinh_, arctanh_ = acosh_, asinh_, atanh_
addbmm_, addr_, heaviside_, scatter_reduce_ = map(_writing, (addbmm, addr, heaviside,
                                                             scatter_reduce))
gcd_, lcm_, ldexp_, nextafter_ = map(_writing, (gcd, lcm, ldexp, nextafter))


# ---- gradients -----------------------------------------------------------------------------------


def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    from torch.autograd import _backward
    _backward(self, gradient, retain_graph, create_graph, inputs)


def retain_grad(self):
    if not self.requires_grad:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    torch._C._retain_grad(self)


def register_hook(self, hook):
    """`hook` is called with each gradient of the tensor, and may give another one in its place."""
    from torch.autograd import _RemovableHandle
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    return _RemovableHandle(torch._C._hooks_of(self), hook)


def register_post_accumulate_grad_hook(self, hook):
    from torch.autograd import _RemovableHandle
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if self.grad_fn is not None:
        raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
    return _RemovableHandle(torch._C._after_hooks_of(self), hook)
