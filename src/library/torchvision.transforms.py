"""torchvision.transforms: what pictures are prepared with, one step after the other."""

import numpy as np
import torch
from PIL import Image
from torch import nn


class InterpolationMode:
    NEAREST, BILINEAR, BICUBIC, BOX, LANCZOS = (
        Image.NEAREST, Image.BILINEAR, Image.BICUBIC, Image.BOX, Image.LANCZOS)


def _need_picture(name, pic):
    if not isinstance(pic, Image.Image):
        raise NotImplementedError(f'{name} of a {type(pic).__name__} is not there in qkv; of a picture that '
                                  'PIL.Image.open() has read it is')


class Compose:
    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, img):
        for transform in self.transforms:
            img = transform(img)
        return img

    def __repr__(self):
        lines = ''.join(f'\n    {transform}' for transform in self.transforms)
        return f'Compose({lines}\n)'


class PILToTensor:
    """uint8, (channels, height, width)"""

    def __call__(self, pic):
        _need_picture('PILToTensor', pic)
        pixels = torch.from_numpy(np.array(pic))
        return pixels.unsqueeze(0) if pixels.dim() == 2 else pixels.permute(2, 0, 1).contiguous()

    def __repr__(self):
        return 'PILToTensor()'


class ToTensor:
    """float32 from 0 to 1, (channels, height, width)"""

    def __call__(self, pic):
        if isinstance(pic, np.ndarray):
            pixels = torch.from_numpy(pic)
            pixels = pixels.unsqueeze(0) if pixels.dim() == 2 else pixels.permute(2, 0, 1).contiguous()
            return pixels / 255 if pixels.dtype == torch.uint8 else pixels
        return PILToTensor()(pic) / 255

    def __repr__(self):
        return 'ToTensor()'


class Normalize(nn.Module):
    def __init__(self, mean, std, inplace=False):
        super().__init__()
        self.mean, self.std = mean, std

    def forward(self, tensor):
        mean = torch.as_tensor(self.mean, dtype=tensor.dtype).view(-1, 1, 1)
        std = torch.as_tensor(self.std, dtype=tensor.dtype).view(-1, 1, 1)
        return (tensor - mean) / std

    def __repr__(self):
        return f'Normalize(mean={self.mean}, std={self.std})'


class Resize(nn.Module):
    """One number is the length of the shorter side."""

    def __init__(self, size, interpolation=InterpolationMode.BILINEAR, max_size=None, antialias=True):
        super().__init__()
        if max_size is not None:
            raise NotImplementedError('Resize(max_size=…) is not there in qkv')
        self.size, self.interpolation = size, interpolation

    def forward(self, img):
        _need_picture('Resize', img)
        if not isinstance(self.size, int):
            height, width = self.size if len(self.size) == 2 else self.size * 2
            return img.resize((width, height), self.interpolation)
        width, height = img.size
        if width <= height:
            return img.resize((self.size, int(self.size * height / width)), self.interpolation)
        return img.resize((int(self.size * width / height), self.size), self.interpolation)

    def __repr__(self):
        return f'Resize(size={self.size})'


class CenterCrop(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = (size, size) if isinstance(size, int) else tuple(size)

    def forward(self, img):
        _need_picture('CenterCrop', img)
        height, width = self.size
        top, left = round((img.height - height) / 2.0), round((img.width - width) / 2.0)
        return img.crop((left, top, left + width, top + height))

    def __repr__(self):
        return f'CenterCrop(size={self.size})'


class Grayscale(nn.Module):
    def __init__(self, num_output_channels=1):
        super().__init__()
        self.num_output_channels = num_output_channels

    def forward(self, img):
        _need_picture('Grayscale', img)
        grey = img.convert('L')
        return grey if self.num_output_channels == 1 else grey.convert('RGB')


def __getattr__(name):
    raise NotImplementedError(f'torchvision.transforms.{name} is not there in qkv; Compose, Resize, CenterCrop, '
                              'Grayscale, PILToTensor, ToTensor and Normalize are')
