"""Modules that put cells around a tensor."""
import torch.nn.functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.utils import _ntuple

__all__ = ['CircularPad1d', 'CircularPad2d', 'CircularPad3d', 'ConstantPad1d', 'ConstantPad2d',
           'ConstantPad3d', 'ReflectionPad1d', 'ReflectionPad2d', 'ReflectionPad3d',
           'ReplicationPad1d', 'ReplicationPad2d', 'ReplicationPad3d', 'ZeroPad1d', 'ZeroPad2d',
           'ZeroPad3d']


class _Pad(Module):
    """One number for all sides, or two for each dimension, the last one first."""

    mode = 'constant'
    value = None

    def __init__(self, padding):
        super().__init__()
        self.padding = _ntuple(2 * self.dims)(padding)

    def forward(self, input):
        return F.pad(input, self.padding, self.mode, self.value)

    def extra_repr(self):
        return f'{self.padding}'


class _ConstantPad(_Pad):
    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def extra_repr(self):
        return f'padding={self.padding}, value={self.value}'


class _CircularPad(_Pad):
    mode = 'circular'

    def forward(self, input):
        if input.dim() not in (self.dims + 1, self.dims + 2):
            raise ValueError(f'expected {self.dims + 1}D or {self.dims + 2}D input '
                             f'(got {input.dim()}D input)')
        return super().forward(input)


class _ReflectionPad(_Pad):
    mode = 'reflect'


class _ReplicationPad(_Pad):
    mode = 'replicate'


class CircularPad1d(_CircularPad):
    dims = 1


class CircularPad2d(_CircularPad):
    dims = 2


class CircularPad3d(_CircularPad):
    dims = 3


class ConstantPad1d(_ConstantPad):
    dims = 1


class ConstantPad2d(_ConstantPad):
    dims = 2


class ConstantPad3d(_ConstantPad):
    dims = 3


class ReflectionPad1d(_ReflectionPad):
    dims = 1


class ReflectionPad2d(_ReflectionPad):
    dims = 2


class ReflectionPad3d(_ReflectionPad):
    dims = 3


class ReplicationPad1d(_ReplicationPad):
    dims = 1


class ReplicationPad2d(_ReplicationPad):
    dims = 2


class ReplicationPad3d(_ReplicationPad):
    dims = 3


class ZeroPad1d(ConstantPad1d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f'{self.padding}'


class ZeroPad2d(ConstantPad2d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f'{self.padding}'


class ZeroPad3d(ConstantPad3d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f'{self.padding}'
