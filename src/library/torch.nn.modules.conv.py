"""Conv1d and Conv2d: the same weights at every position of a sequence, of an image."""
import math

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.lazy import LazyModuleMixin
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter, UninitializedParameter


class _Conv(Module):
    _dims = None  # how many of them the weights move along

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1,
                 groups=1, bias=True, padding_mode='zeros', device=None, dtype=None):
        super().__init__()
        if in_channels % groups != 0:
            raise ValueError('in_channels must be divisible by groups')
        if out_channels % groups != 0:
            raise ValueError('out_channels must be divisible by groups')
        if padding_mode != 'zeros':
            raise NotImplementedError(f"{type(self).__name__}(padding_mode={padding_mode!r}) is not there in qkv; "
                                      "'zeros' is")
        if isinstance(padding, str) and padding not in ('same', 'valid'):
            raise ValueError(f"Invalid padding string {padding!r}, should be one of "
                             "{'same', 'valid'}")
        if padding == 'same' and any(step != 1 for step in self._each(stride)):
            raise ValueError("padding='same' is not supported for strided convolutions")
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = self._each(kernel_size)
        self.stride = self._each(stride)
        self.padding = padding if isinstance(padding, str) else self._each(padding)
        self.dilation = self._each(dilation)
        self.groups = groups
        self.padding_mode = padding_mode
        shape = (out_channels, in_channels // groups) + self.kernel_size
        self.weight = Parameter(torch.empty(shape, device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(torch.empty(out_channels, device=device, dtype=dtype))
        else:
            self.register_parameter('bias', None)
        self.reset_parameters()

    def _each(self, value):
        return tuple(value) if isinstance(value, (tuple, list)) else (value,) * self._dims

    def reset_parameters(self):
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            if fan_in != 0:
                bound = 1 / math.sqrt(fan_in)
                init.uniform_(self.bias, -bound, bound)

    def extra_repr(self):
        text = (f'{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, '
                f'stride={self.stride}')
        if isinstance(self.padding, str) or any(self.padding):
            text += f', padding={self.padding}'
        if any(step != 1 for step in self.dilation):
            text += f', dilation={self.dilation}'
        if self.groups != 1:
            text += f', groups={self.groups}'
        if self.bias is None:
            text += ', bias=False'
        return text


class Conv1d(_Conv):
    _dims = 1

    def forward(self, input):
        return F.conv1d(input, self.weight, self.bias, self.stride, self.padding, self.dilation,
                        self.groups)


class Conv2d(_Conv):
    _dims = 2

    def forward(self, input):
        return F.conv2d(input, self.weight, self.bias, self.stride, self.padding, self.dilation,
                        self.groups)


class _LazyConvXdMixin(LazyModuleMixin):
    def __init__(self, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1,
                 bias=True, padding_mode='zeros', device=None, dtype=None):
        super().__init__(0, 0, kernel_size, stride, padding, dilation, groups, False, padding_mode)
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        self.out_channels = out_channels
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self):
        if self.in_channels:
            super().reset_parameters()

    def initialize_parameters(self, input, *args, **kwargs):
        self.in_channels = self._get_in_channels(input)
        if self.in_channels % self.groups != 0:
            raise ValueError('in_channels must be divisible by groups')
        shape = (self.out_channels, self.in_channels // self.groups) + self.kernel_size
        self._materialize({'weight': shape, 'bias': (self.out_channels,)})
        self.reset_parameters()

    def _get_in_channels(self, input):
        alone = self._dims + 1
        if input.dim() not in (alone, alone + 1):
            raise RuntimeError(f'Expected {alone}D (unbatched) or {alone + 1}D (batched) input to '
                               f'{type(self).__name__}, but got input of size: {input.shape}')
        return input.shape[-alone]


class LazyConv1d(_LazyConvXdMixin, Conv1d):
    cls_to_become = Conv1d


class LazyConv2d(_LazyConvXdMixin, Conv2d):
    cls_to_become = Conv2d
