"""Pictures become tensors: in one size, cut, scaled to 0 … 1, and shifted as the model was trained with."""

import numpy as np
import torch
from PIL import Image
from transformers.tokenization_utils_base import BatchEncoding
from transformers.utils import folder_of, has_file, read_json, refuse

IMAGENET_STANDARD_MEAN = IMAGENET_STANDARD_STD = [0.5, 0.5, 0.5]
OPENAI_CLIP_MEAN = [0.48145466, 0.4578275, 0.40821073]
OPENAI_CLIP_STD = [0.26862954, 0.26130258, 0.27577711]


class BatchFeature(BatchEncoding):
    """What an image processor returns: lists, or tensors, by name."""


def size_of(size, square):
    """{'height', 'width'} or {'shortest_edge'}, as config files say it in one way or another."""
    if isinstance(size, int):
        return {'height': size, 'width': size} if square else {'shortest_edge': size}
    if isinstance(size, (list, tuple)) and len(size) == 2:
        return {'height': size[0], 'width': size[1]}
    sides = dict(size) if isinstance(size, dict) else {}
    if set(sides) not in ({'height', 'width'}, {'shortest_edge'}):
        raise ValueError(f'{size!r} is no size of a picture; height and width, or shortest_edge, are')
    for side in sides.values():
        if type(side) is not int or not 0 < side <= 4096:
            raise ValueError(f'a picture cannot be made {side!r} pixels large')
    return sides


def as_picture(image):
    """A PIL image of any of the things that may be given."""
    if isinstance(image, Image.Image):
        return image
    if not isinstance(image, (torch.Tensor, np.ndarray)):
        raise ValueError('Invalid image type. Must be of type PIL.Image.Image, numpy.ndarray or '
                         f'torch.Tensor, got {type(image)}.')
    pixels = torch.as_tensor(image)
    if pixels.dtype != torch.uint8:
        raise NotImplementedError(f'a picture of the dtype {pixels.dtype} is not there in qkv; uint8, from 0 '
                                  'to 255, is')
    if pixels.dim() == 3 and pixels.size(0) in (1, 3):
        pixels = pixels.permute(1, 2, 0)
    return Image.fromarray(pixels.numpy())


def _pictures(images):
    """The pictures of a list or of a batch; one alone is a list of one."""
    if isinstance(images, (list, tuple)):
        return [as_picture(image) for image in images]
    if isinstance(images, (torch.Tensor, np.ndarray)) and len(images.shape) == 4:
        return [as_picture(image) for image in images]
    return [as_picture(images)]


class BaseImageProcessor:
    model_input_names = ['pixel_values']
    _defaults = {}     # what a preprocessor_config.json may leave out
    _square = True     # is a size of one number that of both sides?

    def __init__(self, **settings):
        values = {**self._defaults, **settings}
        for name, value in values.items():
            setattr(self, name, value)
        self.size = size_of(self.size, self._square)
        self.crop_size = size_of(self.crop_size, True) if self.do_center_crop else None
        channels = len(self.image_mean) if isinstance(self.image_mean, (list, tuple)) else 0
        if self.do_normalize and (channels not in (1, 3) or len(self.image_std) != channels):
            raise ValueError(f'image_mean and image_std cannot be {self.image_mean!r} and '
                             f'{self.image_std!r}')

    @classmethod
    def from_pretrained(cls, pretrained_model_name_or_path, **kwargs):
        folder = folder_of(pretrained_model_name_or_path)
        refuse(f'{cls.__name__}.from_pretrained', kwargs,
               {'use_fast': None, 'local_files_only': None, **dict.fromkeys(cls._defaults)})
        if not has_file(folder, 'preprocessor_config.json'):
            raise OSError(f'{folder} has no preprocessor_config.json, which says how pictures are prepared')
        settings = read_json(folder, 'preprocessor_config.json')
        settings.update(kwargs)
        return cls(**{name: value for name, value in settings.items() if name in cls._defaults})

    def _resized(self, image):
        sides = self.size
        if 'height' in sides:
            return image.resize((sides['width'], sides['height']), self.resample)
        width, height = image.size
        short = sides['shortest_edge']
        if width <= height:
            return image.resize((short, int(short * height / width)), self.resample)
        return image.resize((int(short * width / height), short), self.resample)

    def _cropped(self, image):
        height, width = self.crop_size['height'], self.crop_size['width']
        top, left = (image.height - height) // 2, (image.width - width) // 2
        return image.crop((left, top, left + width, top + height))

    def _prepared(self, image):
        """The numbers of one picture: (channels, height, width)"""
        if self.do_convert_rgb:
            image = image.convert('RGB')
        if self.do_resize:
            image = self._resized(image)
        if self.do_center_crop:
            image = self._cropped(image)
        pixels = torch.from_numpy(np.array(image))
        pixels = pixels.unsqueeze(0) if pixels.dim() == 2 else pixels.permute(2, 0, 1)
        if self.do_rescale:
            pixels = (pixels.double() * self.rescale_factor).float()
        if not self.do_normalize:
            return pixels.float()
        mean, std = torch.tensor(self.image_mean), torch.tensor(self.image_std)
        if pixels.size(0) != mean.numel():
            raise ValueError(f"the picture has the mode '{image.mode}', and this model reads pictures of "
                             f"{mean.numel()} channels: image.convert('RGB') makes one")
        return (pixels.float() - mean[:, None, None]) / std[:, None, None]

    def __call__(self, images, return_tensors=None, **settings):
        if settings:
            refuse(type(self).__name__, settings, dict.fromkeys(self._defaults))
            own = {name: getattr(self, name) for name in self._defaults}
            return type(self)(**{**own, **settings})(images, return_tensors)
        prepared = [self._prepared(image) for image in _pictures(images)]
        if return_tensors == 'pt':
            return BatchFeature({'pixel_values': torch.stack(prepared)})
        if return_tensors not in (None, 'np'):
            raise NotImplementedError(f"return_tensors='{return_tensors}' is not there in qkv; "
                                      "return_tensors='pt' is")
        arrays = [pixels.numpy() for pixels in prepared]
        return BatchFeature({'pixel_values': arrays if return_tensors is None else np.stack(arrays)})

    preprocess = __call__

    def __repr__(self):
        parts = [f'{name}={getattr(self, name)!r}' for name in self._defaults]
        return f"{type(self).__name__}({', '.join(parts)})"
