from typing import Callable, Dict

REGISTRY: Dict[str, Callable] = {}


def register(name: str):
    def wrap(cls):
        REGISTRY[name] = cls
        return cls
    return wrap
