"""torch.backends: settings of libraries that are not here. They may be made and change nothing."""
import contextlib
import warnings

from torch.backends import cudnn


class _Backend:
    def __init__(self, there=False, **settings):
        self._there = there
        for name, value in settings.items():
            setattr(self, name, value)

    def is_available(self):
        return self._there

    def is_built(self):
        return self._there

    def version(self):
        return None

    @contextlib.contextmanager
    def flags(self, *args, **kwargs):
        yield


class _Cuda(_Backend):
    """Also the switches of the kernels for attention, which are on unless they are put off."""

    def _enable(self, name, enabled):
        setattr(self, name, enabled)

    @contextlib.contextmanager
    def sdp_kernel(self, enable_flash=True, enable_math=True, enable_mem_efficient=True,
                   enable_cudnn=True):
        warnings.warn("`torch.backends.cuda.sdp_kernel()` is deprecated. In the future, this context "
                      "manager will be removed. Please see `torch.nn.attention.sdpa_kernel()` for the "
                      "new context manager, with updated signature.", FutureWarning)
        yield {}


def _switch(kernel):
    def enabled(self):
        return getattr(self, '_' + kernel, True)

    def enable(self, enabled):
        setattr(self, '_' + kernel, enabled)

    setattr(_Cuda, kernel + '_sdp_enabled', enabled)
    setattr(_Cuda, f'enable_{kernel}_sdp', enable)


for _kernel in ('flash', 'math', 'mem_efficient', 'cudnn'):
    _switch(_kernel)


class _FastPath(_Backend):
    enabled = True

    def get_fastpath_enabled(self):
        return self.enabled

    def set_fastpath_enabled(self, value):
        self.enabled = value


class _Cpu(_Backend):
    def get_cpu_capability(self):
        return 'DEFAULT'


mps, nnpack = _Backend(), _Backend()
cuda = _Cuda(matmul=_Backend(allow_tf32=False, allow_fp16_reduced_precision_reduction=True,
                             allow_bf16_reduced_precision_reduction=True))
mkl = _Backend()
mkldnn = _Backend(True, enabled=True, deterministic=False)
openmp = _Backend(True)
mha = _FastPath()
cpu = _Cpu(True)
