"""transformers.models: the kinds of models that are there."""

from transformers.models import auto, bert, clip, distilbert, gpt2, roberta, vit
