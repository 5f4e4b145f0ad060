import importlib

from ._registry import REGISTRY, register

for _name in ("bigram", "attention"):
    importlib.import_module(f".{_name}", package=__name__)


def build_model(config):
    if config.name not in REGISTRY:
        raise KeyError(f"no model {config.name!r}; there are {sorted(REGISTRY)}")
    return REGISTRY[config.name](config)
