"""fractions: accepted as an import."""


def __getattr__(name):
    raise NotImplementedError(f"fractions.{name} is not there in qkv")
