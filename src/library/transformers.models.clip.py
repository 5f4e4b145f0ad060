"""transformers.models.clip: CLIP, a tower for texts and a tower for pictures that end in the same space."""

from transformers.models.clip.configuration_clip import CLIPConfig, CLIPTextConfig, CLIPVisionConfig
from transformers.models.clip.image_processing_clip import (
    CLIPFeatureExtractor, CLIPImageProcessor, CLIPImageProcessorFast)
from transformers.models.clip.modeling_clip import CLIPModel, CLIPTextModel, CLIPVisionModel
from transformers.models.clip.processing_clip import CLIPProcessor
from transformers.models.clip.tokenization_clip import CLIPTokenizer, CLIPTokenizerFast


def __getattr__(name):
    raise NotImplementedError(f'transformers.{name} is not there in qkv')
