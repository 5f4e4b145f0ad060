"""zipfile: accepted as an import. Files cannot be reached."""


def __getattr__(name):
    raise NotImplementedError(f"zipfile.{name} reaches files, which qkv does not")
