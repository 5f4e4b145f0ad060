"""torch.nn.parallel: one device alone."""
from torch.nn.modules.module import Module


class DataParallel(Module):
    """Without a GPU it is the module itself, under another name."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module = module
        self.device_ids = []

    def forward(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)


class DistributedDataParallel(Module):
    def __init__(self, module, *args, **kwargs):
        super().__init__()
        raise ValueError('Default process group has not been initialized, please make sure to call '
                         'init_process_group.')
