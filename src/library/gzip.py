"""gzip: accepted as an import. Files cannot be reached."""


def __getattr__(name):
    raise NotImplementedError(f"gzip.{name} reaches files, which qkv does not")
