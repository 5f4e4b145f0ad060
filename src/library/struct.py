"""struct: accepted as an import."""


def __getattr__(name):
    raise NotImplementedError(f"struct.{name} is not there in qkv")
