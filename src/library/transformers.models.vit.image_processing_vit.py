"""How the vision transformer's pictures are prepared, unless preprocessor_config.json says otherwise."""

from transformers.image_processing_utils import (
    IMAGENET_STANDARD_MEAN, IMAGENET_STANDARD_STD, BaseImageProcessor)


class ViTImageProcessor(BaseImageProcessor):
    _defaults = {'do_resize': True, 'size': {'height': 224, 'width': 224}, 'resample': 2,
                 'do_center_crop': False, 'crop_size': None, 'do_rescale': True,
                 'rescale_factor': 1 / 255, 'do_normalize': True, 'image_mean': IMAGENET_STANDARD_MEAN,
                 'image_std': IMAGENET_STANDARD_STD, 'do_convert_rgb': None}


class ViTFeatureExtractor(ViTImageProcessor):
    """The name that it had before."""


class ViTImageProcessorFast(ViTImageProcessor):
    """The numbers are those of the other one."""
