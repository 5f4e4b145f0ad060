"""What torch itself has in Python."""
from torch import _makers, linalg
from torch._device import device, layout, strided
from torch.functional import (addbmm, addr, cdist, chain_matmul, cross, dist, heaviside, inner, kron,
                              logcumsumexp, std_mean, tensordot, var_mean, vdot)
from torch._complex import (Complex, cdouble, cfloat, complex, complex64, complex128, conj, imag,
                            polar, real, view_as_complex, view_as_real)
from torch._more import (aminmax, block_diag, broadcast_shapes, cartesian_prod, combinations,
                         corrcoef, cov, diff, erfinv, fix, fliplr, flipud, hann_window, histc, hsplit,
                         is_nonzero, isreal, matrix_power, msort, nanmean, qr, quantile,
                         renorm, searchsorted, signbit, sinc, trapezoid, trapz, vander, vsplit)
from torch.version import __version__



def typename(o):
    """The name of an object's type, as messages have it."""
    if isinstance(o, Tensor):
        return o.type()
    kind = o if isinstance(o, type) else type(o)
    module = getattr(kind, '__module__', 'builtins')
    return kind.__name__ if module in ('builtins', '__builtin__') else module + '.' + kind.__name__


def compile(model=None, *, fullgraph=False, dynamic=None, backend='inductor', mode=None, options=None,
            disable=False):
    """The program runs as it is."""
    if model is None:
        return lambda model: compile(model)
    import _qkv
    from torch._dynamo import OptimizedModule
    from torch.nn import Module
    _qkv.compile()
    return OptimizedModule(model) if isinstance(model, Module) else model


def unravel_index(indices, shape):
    """The coordinates of cells that are counted in reading order."""
    sizes = (shape,) if isinstance(shape, type(0)) else tuple(shape)
    coordinates = []
    for size in reversed(sizes):
        coordinates.insert(0, indices % size)
        indices = indices // size
    return tuple(coordinates)


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
    """What is made in it can never take part in gradients."""

    def __init__(self, mode=True):
        super().__init__()
        self.mode = not mode

    def __enter__(self):
        super().__enter__()
        self.previous.append(_C._set_inferring(not self.mode))

    def __exit__(self, kind, value, traceback):
        _C._set_inferring(self.previous.pop())
        super().__exit__(kind, value, traceback)


class set_grad_enabled(_GradientMode):
    """As a function too: it takes effect at once."""

    def __init__(self, mode):
        self.mode = mode
        self.previous = [is_grad_enabled()]
        _C._set_grad_enabled(mode)

    def __enter__(self):
        pass


def get_default_device():
    return device('cpu')


def set_default_device(device):
    """There is one device."""
    if device is not None:
        empty(0, device=device)


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    given = obj if isinstance(obj, Tensor) else None
    found = as_tensor(obj, dtype=dtype, device=device)
    if copy and given is not None and found is given:
        found = found.clone()
    if given is not None and found.requires_grad and not requires_grad:
        found = found.requires_grad_(False) if found.is_leaf else found.detach()
    return found.requires_grad_() if requires_grad else found


_matmul_precision = 'highest'


def get_float32_matmul_precision():
    return _matmul_precision


def set_float32_matmul_precision(precision):
    """Accepted: products are float32 throughout."""
    global _matmul_precision
    if precision in ('highest', 'high', 'medium'):
        _matmul_precision = precision
        return
    import warnings
    warnings.warn(f"{precision} is not one of 'highest', 'high', or 'medium'; the current"
                  "setFloat32MatmulPrecision call has no effect.")


def is_autocast_enabled(device_type='cuda'):
    from torch._autocast import dtype_now
    return device_type == 'cpu' and dtype_now() is not None


def is_autocast_cpu_enabled():
    return is_autocast_enabled('cpu')


def get_autocast_dtype(device_type):
    from torch._autocast import dtype_now
    now = dtype_now() if device_type == 'cpu' else None
    return now or (bfloat16 if device_type == 'cpu' else float16)


def is_complex(input):
    return isinstance(input, Complex)


# The functions that write to the tensor they are given, as its methods do.
_IN_PLACE = """abs_ acos_ addmv_ arccos_ arcsin_ arctan_ asin_ atan_ ceil_ celu_ clamp_ clamp_max_
clamp_min_ clip_ cos_ cosh_ deg2rad_ detach_ erf_ erfc_ exp2_ exp_ expm1_ fill_ fix_ floor_ frac_
index_put_ log10_ log1p_ log2_ log_ logit_ nan_to_num_ neg_ negative_ rad2deg_ reciprocal_ relu_
round_ rsqrt_ selu_ sigmoid_ sin_ sinh_ sqrt_ square_ tan_ tanh_ threshold_ trunc_ xlogy_
zero_""".split()


def _writing(name):
    def in_place(input, *args, **kwargs):
        return getattr(input, name)(*args, **kwargs)

    in_place.__name__ = name
    return in_place


# Names in modules that are read when they are asked for.
_ELSEWHERE = {'autocast': 'torch.amp', 'vmap': 'torch.func', 'OutOfMemoryError': 'torch.cuda'}
for _module, _names in (
        ('torch._checks', """_assert _check _check_index _check_is_size _check_not_implemented
         _check_type _check_value _check_with"""),
        ('torch._gone', "symeig eig lstsq solve matrix_rank"),
        ('torch._seldom', """acosh angle arccos arccosh arcsin arcsinh arctan arctanh asinh atanh
         blackman_window bartlett_window copysign cumulative_trapezoid diagflat digamma dsplit fill
         float_power frexp gcd gradient hamming_window is_conj is_distributed is_neg
         is_same_size is_signed isneginf isposinf lcm ldexp lgamma logaddexp2 nanmedian nanquantile
         narrow_copy nextafter pdist put range resolve_conj resolve_neg rsub scalar_tensor
         select_scatter slice_scatter diagonal_scatter unsafe_chunk unsafe_split
         unsafe_split_with_sizes empty_strided get_device"""),
        ('torch.nn.functional', """adaptive_avg_pool1d avg_pool1d bilinear celu conv1d conv2d conv3d
         conv_transpose1d conv_transpose2d hardshrink max_pool1d max_pool2d pairwise_distance pixel_shuffle
         pixel_unshuffle channel_shuffle prelu rms_norm rrelu"""),
        ('torch._kernels', """alpha_dropout batch_norm binary_cross_entropy_with_logits
         cosine_embedding_loss ctc_loss dropout embedding feature_alpha_dropout feature_dropout
         cholesky cholesky_inverse cholesky_solve det inverse logdet slogdet
         group_norm hinge_embedding_loss instance_norm kl_div margin_ranking_loss poisson_nll_loss
         triplet_margin_loss"""),
        ('torch._recurrent', 'gru gru_cell lstm lstm_cell rnn_relu rnn_relu_cell rnn_tanh rnn_tanh_cell'),
        ('torch.serialization', 'load save'),
        ('torch._settings', """are_deterministic_algorithms_enabled get_deterministic_debug_mode
         get_num_interop_threads get_num_threads is_anomaly_enabled is_warn_always_enabled newaxis
         is_deterministic_algorithms_warn_only_enabled set_deterministic_debug_mode
         set_default_tensor_type set_flush_denormal set_num_interop_threads set_num_threads
         set_warn_always use_deterministic_algorithms"""),
        ('torch._limits', 'finfo iinfo'), ('torch._tensor_str', 'set_printoptions'),
        ('torch.random', 'get_rng_state initial_seed seed set_rng_state')):
    _ELSEWHERE.update((_name, _module) for _name in _names.split())


def __getattr__(name):
    if name in _IN_PLACE:
        return _writing(name)
    if name in ('complex32', 'quint8', 'qint8', 'qint32'):
        raise NotImplementedError(f'torch.{name} is not there in qkv; torch.float32 is')
    if name in _ELSEWHERE:
        import importlib
        return getattr(importlib.import_module(_ELSEWHERE[name]), name)
    if name in ('sparse', 'quantization', 'onnx', 'nested', 'hub', 'fx'):
        raise NotImplementedError(f'torch.{name} is not there in qkv: the code runs without it')
    if name in ('svd', 'pca_lowrank', 'svd_lowrank', 'pinverse'):
        raise NotImplementedError(f'torch.{name} is not there in qkv; torch.linalg.qr, inv, det and '
                                  'solve are')
    raise AttributeError(f"module 'torch' has no attribute '{name}'")
