"""PIL, Pillow: pictures are opened, converted, cut and made smaller. Nothing is drawn or written."""

__version__ = '11.0.0'


class UnidentifiedImageError(OSError):
    pass


def __getattr__(name):
    raise NotImplementedError(f'PIL.{name} is not there in qkv; PIL.Image is')
