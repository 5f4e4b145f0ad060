"""decimal: accepted as an import."""


def __getattr__(name):
    raise NotImplementedError(f"decimal.{name} is not there in qkv")
