"""tarfile: accepted as an import. Files cannot be reached."""


def __getattr__(name):
    raise NotImplementedError(f"tarfile.{name} reaches files, which qkv does not")
