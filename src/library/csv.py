"""csv: accepted as an import. Files cannot be reached."""


def __getattr__(name):
    raise NotImplementedError(f"csv.{name} reaches files, which qkv does not")
