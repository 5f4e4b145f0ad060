import json
import os
import random
import sys
from ast import literal_eval

import numpy as np
import torch


def set_seed(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)


class Config:
    """Settings that nest, are merged from dicts and overridden from the command line."""

    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)

    def __str__(self):
        return self._describe(0)

    def _describe(self, indent):
        parts = []
        for key, value in self.__dict__.items():
            if isinstance(value, Config):
                parts.append(f"{key}:\n")
                parts.append(value._describe(indent + 1))
            else:
                parts.append(f"{key}: {value}\n")
        return ''.join([' ' * (indent * 4) + part for part in parts])

    def to_dict(self):
        return {k: v.to_dict() if isinstance(v, Config) else v for k, v in self.__dict__.items()}

    def merge_from_dict(self, d):
        self.__dict__.update(d)

    def merge_from_args(self, args):
        for arg in args:
            assert arg.startswith('--'), f"expecting --key=value, got {arg}"
            key, value = arg[2:].split('=')
            try:
                value = literal_eval(value)
            except ValueError:
                pass
            *path, leaf = key.split('.')
            node = self
            for name in path:
                node = getattr(node, name)
            assert hasattr(node, leaf), f"{key} is not in the config"
            print(f"command line overwriting config attribute {key} with {value}")
            setattr(node, leaf, value)
