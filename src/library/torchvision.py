"""torchvision: pictures are read and prepared; its models and data sets are not there."""

__version__ = '0.21.0'

from torchvision import io, transforms


def __getattr__(name):
    raise NotImplementedError(f'torchvision.{name} is not there in qkv; torchvision.io and '
                              'torchvision.transforms are')
