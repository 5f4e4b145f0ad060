"""transformers.models.vit: the vision transformer, which reads a picture as a sequence of patches."""

from transformers.models.vit.configuration_vit import ViTConfig
from transformers.models.vit.image_processing_vit import (
    ViTFeatureExtractor, ViTImageProcessor, ViTImageProcessorFast)
from transformers.models.vit.modeling_vit import ViTForImageClassification, ViTModel


def __getattr__(name):
    raise NotImplementedError(f'transformers.{name} is not there in qkv')
