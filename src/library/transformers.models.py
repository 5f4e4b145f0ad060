"""transformers.models: the kinds of models that are there; those like Llama are read when asked for."""

from transformers.models import auto, bert, gpt2
