"""How CLIP's pictures are prepared, unless preprocessor_config.json says otherwise."""

from transformers.image_processing_utils import OPENAI_CLIP_MEAN, OPENAI_CLIP_STD, BaseImageProcessor


class CLIPImageProcessor(BaseImageProcessor):
    _square = False
    _defaults = {'do_resize': True, 'size': {'shortest_edge': 224}, 'resample': 3,
                 'do_center_crop': True, 'crop_size': {'height': 224, 'width': 224},
                 'do_rescale': True, 'rescale_factor': 1 / 255, 'do_normalize': True,
                 'image_mean': OPENAI_CLIP_MEAN, 'image_std': OPENAI_CLIP_STD, 'do_convert_rgb': True}


class CLIPFeatureExtractor(CLIPImageProcessor):
    """The name that it had before."""


class CLIPImageProcessorFast(CLIPImageProcessor):
    """The numbers are those of the other one."""
