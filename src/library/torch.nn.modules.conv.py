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
        modes = ('circular', 'reflect', 'replicate', 'zeros')
        if padding_mode not in modes:
            raise ValueError(f"padding_mode must be one of {set(modes)}, but got "
                             f"padding_mode='{padding_mode}'")
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
        shape = self._weight_shape()
        self.weight = Parameter(torch.empty(shape, device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(torch.empty(out_channels, device=device, dtype=dtype))
        else:
            self.register_parameter('bias', None)
        self.reset_parameters()

    def _each(self, value):
        return tuple(value) if isinstance(value, (tuple, list)) else (value,) * self._dims

    def _weight_shape(self):
        return (self.out_channels, self.in_channels // self.groups) + self.kernel_size

    def _conv_forward(self, input, weight, bias):
        padding = self.padding
        if self.padding_mode != 'zeros':
            input, padding = F.pad(input, self._sides(), self.padding_mode), 0
        convolution = (F.conv1d, F.conv2d, F.conv3d)[self._dims - 1]
        return convolution(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)

    def _sides(self):
        """What is put before and behind, of the last dimension first."""
        if self.padding == 'valid':
            return (0, 0) * self._dims
        sides = []
        for d in reversed(range(self._dims)):
            total = self.dilation[d] * (self.kernel_size[d] - 1)
            before = total // 2 if self.padding == 'same' else self.padding[d]
            sides += [before, total - before if self.padding == 'same' else before]
        return sides

    def reset_parameters(self):
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None and self.weight.numel() > 0:
            init._fill_bias(self.bias, self.weight)

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
        if self.padding_mode != 'zeros':
            text += f', padding_mode={self.padding_mode}'
        return text


class Conv1d(_Conv):
    _dims = 1


class Conv2d(_Conv):
    _dims = 2


class Conv3d(_Conv):
    _dims = 3


class _ConvTransposeNd(_Conv):
    output_padding = ()

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0,
                 output_padding=0, groups=1, bias=True, dilation=1, padding_mode='zeros',
                 device=None, dtype=None):
        if padding_mode != 'zeros':
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups,
                         bias, padding_mode, device, dtype)
        self.output_padding = self._each(output_padding)

    def _weight_shape(self):
        return (self.in_channels, self.out_channels // self.groups) + self.kernel_size

    def _output_padding(self, input, output_size):
        if output_size is None:
            return self.output_padding
        sizes, given = output_size[-self._dims:], input.shape[-self._dims:]
        least = [(given[d] - 1) * self.stride[d] - 2 * self.padding[d]
                 + self.dilation[d] * (self.kernel_size[d] - 1) + 1 for d in range(self._dims)]
        most = [least[d] + self.stride[d] - 1 for d in range(self._dims)]
        if any(size < low or size > high for size, low, high in zip(sizes, least, most)):
            raise ValueError(f"requested an output size of {list(output_size)}, but valid sizes range "
                             f"from {least} to {most} (for an input of {given})")
        return [size - low for size, low in zip(sizes, least)]

    def _transposed(self, function, input, output_size):
        return function(input, self.weight, self.bias, self.stride, self.padding,
                        self._output_padding(input, output_size), self.groups, self.dilation)

    def extra_repr(self):
        text = super().extra_repr()
        if not any(self.output_padding):
            return text
        place = text.find(', groups=') if ', groups=' in text else text.find(', bias=')
        place = len(text) if place < 0 else place
        return text[:place] + f', output_padding={self.output_padding}' + text[place:]


class ConvTranspose1d(_ConvTransposeNd):
    _dims = 1

    def forward(self, input, output_size=None):
        return self._transposed(F.conv_transpose1d, input, output_size)


class ConvTranspose2d(_ConvTransposeNd):
    _dims = 2

    def forward(self, input, output_size=None):
        return self._transposed(F.conv_transpose2d, input, output_size)


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
