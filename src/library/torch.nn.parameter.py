"""Parameters, and what stands for one until the module that has it has seen an input."""
import torch
from torch.nn import Parameter
from torch.nn._buffer import Buffer


class UninitializedTensorMixin:
    """What stands for a tensor; isinstance() takes it for one."""

    @property
    def __class__(self):
        return torch.Tensor

    def __init__(self, device=None, dtype=None):
        self.__dict__['device'] = torch.empty(0, device=device).device
        self.__dict__['dtype'] = dtype or torch.get_default_dtype()

    def is_floating_point(self):
        return self.dtype.is_floating_point

    def is_complex(self):
        return False

    def to(self, dtype):
        return type(self)(dtype=dtype)

    def double(self):
        return self.to(torch.float64)

    def float(self):
        return self.to(torch.float32)

    def half(self):
        return self.to(torch.float16)

    def bfloat16(self):
        return self.to(torch.bfloat16)

    @property
    def data(self):
        return torch.empty(0, dtype=self.dtype)

    def size(self):
        return torch.Size([0])

    @property
    def shape(self):
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. This error usually "
            "happens in `load_state_dict` when trying to load an uninitialized parameter into an "
            "initialized one. Call `forward` to initialize the parameters before accessing their "
            "attributes.")

    def materialize(self, shape, device=None, dtype=None):
        raise NotImplementedError("materialize() is not there in qkv; assigning nn.Parameter("
                                  "torch.empty(shape)) to the attribute of the module is")

    def __repr__(self):
        return f'<{type(self).__name__}>'

    # ---- all else waits for the numbers ----------------------------------------------------------

    def __getattr__(self, name):
        if not hasattr(torch.Tensor, name):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        _refuse(name)

    def __add__(self, other):
        _refuse('add')

    def __sub__(self, other):
        _refuse('sub')

    def __mul__(self, other):
        _refuse('mul')

    def __truediv__(self, other):
        _refuse('div')

    def __matmul__(self, other):
        _refuse('matmul')

    def __getitem__(self, index):
        _refuse('__getitem__')

    def __len__(self):
        _refuse('__len__')

    __radd__, __rsub__, __rmul__, __rtruediv__ = __add__, __sub__, __mul__, __truediv__


def _refuse(name):
    raise ValueError(
        f"Attempted to use an uninitialized parameter in <method '{name}' of 'torch._C.TensorBase' "
        "objects>. This error happens when you are using a `LazyModule` or explicitly manipulating "
        "`torch.nn.parameter.UninitializedParameter` objects. When using LazyModules Call "
        "`forward` with a dummy batch to initialize the parameters before calling torch functions")


class UninitializedParameter(UninitializedTensorMixin):
    grad = None
    is_leaf = True

    @property
    def __class__(self):
        return Parameter

    def __init__(self, requires_grad=True, device=None, dtype=None):
        super().__init__(device, dtype)
        self.__dict__['requires_grad'] = requires_grad

    def to(self, dtype):
        return UninitializedParameter(self.requires_grad, dtype=dtype)


class UninitializedBuffer(UninitializedTensorMixin):
    requires_grad = False


def is_lazy(param):
    return isinstance(param, UninitializedTensorMixin)
