"""torch.nn.utils.parametrizations: weights of a given length, norm or shape."""
from enum import Enum, auto

import torch
import torch.nn.functional as F
from torch.nn import Module
from torch.nn.utils import parametrize

__all__ = ['orthogonal', 'spectral_norm', 'weight_norm']


def norm_except_dim(v, pow=2, dim=0):
    """The length of each slice along a dimension; of all for dimension -1."""
    if dim == -1:
        return v.norm(pow)
    return torch.norm(v, pow, [d for d in range(v.dim()) if d != dim], True)


class _WeightNorm(Module):
    def __init__(self, dim=0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g, weight_v):
        return weight_v * (weight_g / norm_except_dim(weight_v, 2, self.dim))

    def right_inverse(self, weight):
        return norm_except_dim(weight, 2, self.dim), weight


def weight_norm(module, name='weight', dim=0):
    """A weight as a direction and its lengths."""
    parametrize.register_parametrization(module, name, _WeightNorm(dim), unsafe=True)
    return module


class _SpectralNorm(Module):
    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        ndim = weight.dim()
        if dim not in range(-ndim, ndim):
            raise IndexError(f"Dimension out of range (expected to be in range of [-{ndim}, {ndim - 1}]"
                             f" but got {dim})")
        if n_power_iterations <= 0:
            raise ValueError("Expected n_power_iterations to be positive, but got "
                             f"n_power_iterations={n_power_iterations}")
        self.dim, self.eps = dim % ndim, eps
        if ndim > 1:
            self.n_power_iterations = n_power_iterations
            matrix = self._matrix(weight)
            rows, columns = matrix.shape
            u, v = torch.empty(rows).normal_(0, 1), torch.empty(columns).normal_(0, 1)
            self.register_buffer('_u', F.normalize(u.to(weight.dtype), dim=0, eps=eps))
            self.register_buffer('_v', F.normalize(v.to(weight.dtype), dim=0, eps=eps))
            self._power_method(matrix, 15)

    def _matrix(self, weight):
        return weight.movedim(self.dim, 0).flatten(1)

    def _power_method(self, matrix, n_power_iterations):
        with torch.no_grad():
            for _ in range(n_power_iterations):
                self._u.copy_(F.normalize(torch.mv(matrix, self._v), dim=0, eps=self.eps))
                self._v.copy_(F.normalize(torch.mv(matrix.mT, self._u), dim=0, eps=self.eps))

    def forward(self, weight):
        if weight.dim() == 1:
            return F.normalize(weight, dim=0, eps=self.eps)
        matrix = self._matrix(weight)
        if self.training:
            self._power_method(matrix, self.n_power_iterations)
        u, v = self._u.clone(), self._v.clone()
        return weight / torch.dot(u, torch.mv(matrix, v))

    def right_inverse(self, value):
        return value


def _named(module, name):
    weight = getattr(module, name, None)
    if not isinstance(weight, torch.Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    return weight


def spectral_norm(module, name='weight', n_power_iterations=1, eps=1e-12, dim=None):
    """A weight divided by its largest singular value."""
    norm = _SpectralNorm(_named(module, name), n_power_iterations, 0 if dim is None else dim, eps)
    parametrize.register_parametrization(module, name, norm)
    return module


class _OrthMaps(Enum):
    matrix_exp = auto()
    cayley = auto()
    householder = auto()


def _make_orthogonal(A):
    Q, R = torch.linalg.qr(A)
    return Q * R.diagonal(dim1=-2, dim2=-1).sign().unsqueeze(-2)


def _is_orthogonal(Q):
    eye = torch.eye(Q.size(-1), dtype=Q.dtype)
    return torch.allclose(Q.mT @ Q, eye, atol=10.0 * Q.size(-2) * torch.finfo(Q.dtype).eps)


class _Orthogonal(Module):
    def __init__(self, weight, orthogonal_map, *, use_trivialization=True):
        super().__init__()
        self.shape = weight.shape
        self.orthogonal_map = orthogonal_map
        if use_trivialization:
            self.register_buffer('base', None)

    def forward(self, X):
        transposed = X.size(-2) < X.size(-1)
        Q = self._made(X.mT if transposed else X)
        Q = self.base @ Q if hasattr(self, 'base') else Q
        return Q.mT if transposed else Q

    def _made(self, X):
        n, k = X.size(-2), X.size(-1)
        if self.orthogonal_map == _OrthMaps.householder:
            A = X.tril(-1)
            Q = torch.linalg.householder_product(A, 2.0 / (1.0 + (A * A).sum(-2)))
            return Q * X.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)
        X = X.tril()
        if n != k:
            X = torch.cat([X, X.new_zeros(n, n - k).expand(*X.shape[:-2], -1, -1)], -1)
        A = X - X.mT
        if self.orthogonal_map == _OrthMaps.matrix_exp:
            Q = torch.linalg.matrix_exp(A)
        else:
            eye = torch.eye(n, dtype=A.dtype)
            Q = torch.linalg.solve(eye - A * 0.5, eye + A * 0.5)
        return Q if n == k else Q[..., :k]

    def right_inverse(self, Q):
        if Q.shape != self.shape:
            raise ValueError(f"Expected a matrix or batch of matrices of shape {self.shape}. Got a "
                             f"tensor of shape {Q.shape}.")
        start, transposed = Q, Q.size(-2) < Q.size(-1)
        Q = Q.mT if transposed else Q
        n, k = Q.size(-2), Q.size(-1)
        if not hasattr(self, 'base'):
            raise NotImplementedError("It is not possible to assign to the matrix exponential or the "
                                      "Cayley parametrizations when use_trivialization=False.")
        if n == k:
            self.base = Q.clone() if _is_orthogonal(Q) else _make_orthogonal(Q)
        else:
            noise = torch.randn(*(Q.shape[:-2] + (n, n - k)), dtype=Q.dtype)
            self.base = _make_orthogonal(torch.cat([Q, noise], -1))
        minus = torch.zeros_like(start)
        minus.diagonal(dim1=-2, dim2=-1).fill_(-1.0)
        return minus


def orthogonal(module, name='weight', orthogonal_map=None, *, use_trivialization=True):
    """A weight whose rows or columns stand upright on one another."""
    weight = _named(module, name)
    if weight.dim() < 2:
        raise ValueError("Expected a matrix or batch of matrices. Got a tensor of "
                         f"{weight.dim()} dimensions.")
    if orthogonal_map is None:
        square = weight.size(-2) == weight.size(-1)
        orthogonal_map = 'matrix_exp' if square else 'householder'
    if orthogonal_map not in ('matrix_exp', 'cayley', 'householder'):
        raise ValueError('orthogonal_map has to be one of "matrix_exp", "cayley", "householder". '
                         f'Got: {orthogonal_map}')
    made = _Orthogonal(weight, _OrthMaps[orthogonal_map], use_trivialization=use_trivialization)
    parametrize.register_parametrization(module, name, made, unsafe=True)
    return module
