"""importlib.metadata: which version of a package is there.

Notebooks print versions in their first cell. What qkv has in a part of its own is called after the
release that it follows; of the others only the version is known, and their import is refused.
"""

import numpy as _numpy
import torch as _torch


class PackageNotFoundError(ModuleNotFoundError):
    def __init__(self, name):
        super().__init__(name)
        self.name = name

    def __str__(self):
        return f'No package metadata was found for {self.name}'


_VERSIONS = {
    'torch': str(_torch.__version__), 'numpy': _numpy.__version__,
    'matplotlib': '3.10.0', 'einops': '0.8.0', 'tqdm': '4.67.1', 'seaborn': '0.13.2',
    'ipython': '8.31.0', 'matplotlib-inline': '0.1.7',
    'tiktoken': '0.8.0', 'transformers': '4.48.0', 'tokenizers': '0.21.0', 'datasets': '3.2.0',
    'safetensors': '0.5.2', 'huggingface-hub': '0.27.1', 'sentencepiece': '0.2.0',
    'tensorflow': '2.18.0', 'pandas': '2.2.3', 'scipy': '1.15.1', 'scikit-learn': '1.6.1',
    'requests': '2.32.3', 'torchvision': '0.21.0', 'torchaudio': '2.6.0', 'jupyterlab': '4.3.4',
    'psutil': '6.1.1', 'blobfile': '3.0.0', 'openai': '1.59.7', 'thop': '0.1.1.post2209072238',
}


def version(distribution_name):
    if not distribution_name:
        raise ValueError('A distribution name is required.')
    name = distribution_name.lower().replace('_', '-').replace('.', '-')
    if name not in _VERSIONS:
        raise PackageNotFoundError(distribution_name)
    return _VERSIONS[name]
