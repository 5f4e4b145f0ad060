"""torchvision.io: a PNG or JPEG as a tensor."""

import _files


class ImageReadMode:
    UNCHANGED, GRAY, GRAY_ALPHA, RGB, RGB_ALPHA = range(5)


def read_image(path, mode=ImageReadMode.UNCHANGED, apply_exif_orientation=False):
    """uint8, (channels, height, width)"""
    if mode not in (ImageReadMode.UNCHANGED, ImageReadMode.RGB) or apply_exif_orientation:
        raise NotImplementedError('read_image() with another mode than UNCHANGED or RGB is not there in qkv, '
                                  'nor is apply_exif_orientation')
    if not _files.kind(path):
        raise RuntimeError(f"[Errno 2] No such file or directory: '{path}'")
    pixels = _files.picture(path, '').permute(2, 0, 1)
    if mode == ImageReadMode.RGB:
        channels = pixels.size(0)
        pixels = pixels[:channels - (channels in (2, 4))].expand(3, -1, -1)
    return pixels.contiguous()


decode_image = read_image


def __getattr__(name):
    raise NotImplementedError(f'torchvision.io.{name} is not there in qkv; read_image is')
