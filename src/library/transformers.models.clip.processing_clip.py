"""CLIP's tokenizer and image processor in one."""

from transformers.models.auto.tokenization_auto import AutoTokenizer
from transformers.models.clip.image_processing_clip import CLIPImageProcessor
from transformers.tokenization_utils_base import BatchEncoding


class CLIPProcessor:
    def __init__(self, image_processor=None, tokenizer=None):
        self.image_processor = image_processor
        self.tokenizer = tokenizer

    @classmethod
    def from_pretrained(cls, pretrained_model_name_or_path, **kwargs):
        return cls(CLIPImageProcessor.from_pretrained(pretrained_model_name_or_path, **kwargs),
                   AutoTokenizer.from_pretrained(pretrained_model_name_or_path))

    def __call__(self, text=None, images=None, return_tensors=None, **kwargs):
        if text is None and images is None:
            raise ValueError('You have to specify either text or images. Both cannot be none.')
        made, encodings = {}, ()
        if text is not None:
            encoding = self.tokenizer(text, return_tensors=return_tensors, **kwargs)
            made.update(encoding)
            encodings = encoding.encodings
        if images is not None:
            made.update(self.image_processor(images, return_tensors=return_tensors))
        return BatchEncoding(made, encodings)

    def batch_decode(self, *args, **kwargs):
        return self.tokenizer.batch_decode(*args, **kwargs)

    def decode(self, *args, **kwargs):
        return self.tokenizer.decode(*args, **kwargs)
