"""torch.device and torch.layout: tensors are on the CPU, and strided."""
import torch
from _qkv import fail


class device:
    __module__ = 'torch'
    type = 'cpu'

    def __init__(self, type, index=None):
        if isinstance(type, device):
            type, index = 'cpu', type.index
        if not isinstance(type, str):
            kind = type.__class__.__name__
            raise TypeError(f"device(): argument 'type' (position 1) must be str, not {kind}")
        if type.startswith(('cuda', 'mps', 'xpu', 'xla', 'meta', 'hip')):
            fail('AssertionError', "Torch not compiled with CUDA enabled",
                 '"cpu": torch.cuda.is_available() is False here')
        if type not in ('cpu', 'cpu:0'):
            raise RuntimeError("Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, "
                               "fpga, maia, xla, lazy, vulkan, mps, meta, hpu, mtia, privateuseone device type "
                               f"at start of device string: {type}")
        self.index = 0 if type == 'cpu:0' else index

    def __repr__(self):
        return f"device(type='cpu'{'' if self.index is None else ', index=0'})"

    def __str__(self):
        return 'cpu' if self.index is None else 'cpu:0'

    def __eq__(self, other):
        return isinstance(other, device) and self.index == other.index

    def __hash__(self):
        return hash(self.index)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False


class layout:
    __module__ = 'torch'

    def __repr__(self):
        return 'torch.strided'


cpu, strided = device('cpu'), layout()
torch.device, torch.layout, torch.strided = device, layout, strided
