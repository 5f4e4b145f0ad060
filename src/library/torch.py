"""What torch itself has in Python."""
from torch import linalg
from torch.functional import (addbmm, addr, cdist, chain_matmul, cross, dist, heaviside, inner, kron,
                              logcumsumexp, std_mean, tensordot, var_mean, vdot)
from torch._complex import (Complex, cdouble, cfloat, complex, complex64, complex128, polar,
                            view_as_complex, view_as_real)
from torch._more import (aminmax, block_diag, broadcast_shapes, cartesian_prod, combinations,
                         corrcoef, cov, diff, erfinv, fliplr, flipud, hann_window, histc, hsplit,
                         is_nonzero, isreal, matrix_power, msort, nanmean, nansum, qr, quantile,
                         renorm, signbit, sinc, trapezoid, trapz, vander, vsplit)
from torch.linalg import cholesky, det, inv as inverse, logdet, slogdet

__version__ = '1.13.1'


def typename(o):
    """The name of an object's type, as messages have it."""
    if isinstance(o, Tensor):
        return o.type()
    kind = o if isinstance(o, type) else type(o)
    module = getattr(kind, '__module__', 'builtins')
    return kind.__name__ if module in ('builtins', '__builtin__') else module + '.' + kind.__name__


class _GradientMode:
    """A block, or a function that is decorated, in which gradients are prepared for or not."""

    def __init__(self):
        self.previous = []

    def __enter__(self):
        self.previous.append(is_grad_enabled())
        _C._set_grad_enabled(self.mode)

    def __exit__(self, kind, value, traceback):
        _C._set_grad_enabled(self.previous.pop())

    def __call__(self, function):
        def _in_mode(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return _in_mode


class no_grad(_GradientMode):
    mode = False


class enable_grad(_GradientMode):
    mode = True


class inference_mode(_GradientMode):
    def __init__(self, mode=True):
        super().__init__()
        self.mode = not mode


class set_grad_enabled(_GradientMode):
    """As a function too: it takes effect at once."""

    def __init__(self, mode):
        self.mode = mode
        self.previous = [is_grad_enabled()]
        _C._set_grad_enabled(mode)

    def __enter__(self):
        pass


def set_num_threads(count):
    """Accepted: the numbers do not depend on it."""


def get_num_threads():
    return 1


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Accepted: there are no others here."""


def is_complex(input):
    return isinstance(input, Complex)


class autocast:
    """Mixed precision, which is not there: everything is computed as it is."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if enabled and device_type == 'cpu':
            raise NotImplementedError("torch.autocast('cpu') is not there in qkv; torch.float32 is")

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False


def __getattr__(name):
    if name in ('float16', 'half', 'bfloat16', 'complex32',
                'quint8', 'qint8', 'qint32'):
        raise NotImplementedError(f'torch.{name} is not there in qkv; torch.float32 is')
    if name in ('load', 'save'):
        raise NotImplementedError(f'torch.{name}: qkv reads and writes no files; make the weights '
                                  'with torch.manual_seed')
    if name in ('compile', 'jit', 'vmap', 'func', 'sparse', 'quantization', 'onnx', 'distributed'):
        raise NotImplementedError(f'torch.{name} is not there in qkv: the code runs without it')
    if name in ('svd', 'eig', 'symeig', 'pca_lowrank', 'svd_lowrank', 'lstsq', 'pinverse'):
        raise NotImplementedError(f'torch.{name} is not there in qkv; torch.linalg.qr, inv, det and '
                                  'solve are')
    raise AttributeError(f"module 'torch' has no attribute '{name}'")
