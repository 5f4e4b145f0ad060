"""PIL.Image: the pixels of a PNG or a JPEG. What is computed here has the numbers of Pillow."""

import _files
import numpy as _np
import torch as _torch
from PIL import UnidentifiedImageError
from PIL._resampling import resample as _resample

NEAREST, LANCZOS, BILINEAR, BICUBIC, BOX = 0, 1, 2, 3, 4
_MODES = {1: 'L', 2: 'LA', 3: 'RGB', 4: 'RGBA'}


class Resampling:
    NEAREST, LANCZOS, BILINEAR, BICUBIC, BOX = NEAREST, LANCZOS, BILINEAR, BICUBIC, BOX


class Image:
    """`_pixels` are uint8, (height, width, channels)."""

    format = None

    def __init__(self, pixels, mode):
        self._pixels = pixels
        self.mode = mode

    @property
    def size(self):
        return self.width, self.height

    @property
    def width(self):
        return self._pixels.size(1)

    @property
    def height(self):
        return self._pixels.size(0)

    def getbands(self):
        return tuple(self.mode)

    def _need_colours(self, what):
        if self.mode in ('P', '1'):
            raise NotImplementedError(f"{what} of a picture in the mode '{self.mode}' is not there in qkv; "
                                      "convert('RGB') before it is")

    def __array__(self):
        self._need_colours('the array')
        return (self._pixels[:, :, 0] if self.mode == 'L' else self._pixels).numpy()

    def getpixel(self, xy):
        x, y = xy
        self._need_colours('getpixel()')
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError('image index out of range')
        values = self._pixels[y, x].tolist()
        return values[0] if self.mode == 'L' else tuple(values)

    def convert(self, mode=None):
        if mode is None or mode == self.mode:
            return self.copy()
        channels = self._pixels.size(2)
        colours = self._pixels[:, :, :channels - (channels in (2, 4))]  # without opacity
        if mode == 'RGB':
            return Image(colours.expand(-1, -1, 3), mode)
        if mode == 'L':
            return Image(_grey(colours), mode)
        raise NotImplementedError(f"Image.convert('{mode}') is not there in qkv; 'RGB' and 'L' are")

    def resize(self, size, resample=None, box=None, reducing_gap=None):
        self._need_colours('resize()')
        if box is not None:
            raise NotImplementedError('Image.resize(box=…) is not there in qkv; crop(box) before it is')
        width, height = [int(side) for side in size]
        if width <= 0 or height <= 0:
            raise ValueError('height and width must be > 0')
        if self.mode.endswith('A') and resample != NEAREST:
            raise NotImplementedError(f"resize() of a picture with opacity ('{self.mode}') is not there in "
                                      "qkv; convert('RGB') before it is")
        kind = BICUBIC if resample is None else int(resample)
        return Image(_resample(self._pixels, height, width, kind), self.mode)

    def crop(self, box=None):
        """What lies outside of the picture is black."""
        left, top, right, bottom = (0, 0, *self.size) if box is None else [round(side) for side in box]
        if right < left or bottom < top:
            raise ValueError("Coordinate 'right' is less than 'left'" if right < left else
                             "Coordinate 'lower' is less than 'upper'")
        inside = self._pixels[max(top, 0):max(bottom, 0), max(left, 0):max(right, 0)]
        if tuple(inside.shape[:2]) == (bottom - top, right - left):
            return Image(inside, self.mode)
        whole = _torch.zeros(bottom - top, right - left, self._pixels.size(2), dtype=_torch.uint8)
        y, x = max(-top, 0), max(-left, 0)
        whole[y:y + inside.size(0), x:x + inside.size(1)] = inside
        return Image(whole, self.mode)

    def thumbnail(self, size, resample=BICUBIC, reducing_gap=2.0):
        raise NotImplementedError('Image.thumbnail() is not there in qkv; resize() is')

    def copy(self):
        return Image(self._pixels, self.mode)

    def load(self):
        pass

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        pass

    def show(self, title=None):
        print(f'<{self.mode} picture of {self.width} x {self.height} pixels>')

    def save(self, fp, format=None, **options):
        raise NotImplementedError('Image.save(): qkv writes no files; `qkv export` draws figures')

    def __eq__(self, other):
        return isinstance(other, Image) and self.mode == other.mode and \
            _torch.equal(self._pixels, other._pixels)

    def __repr__(self):
        return f'<PIL.Image.Image image mode={self.mode} size={self.width}x{self.height}>'


def _grey(colours):
    """As for television: green counts most."""
    if colours.size(2) == 1:
        return colours
    shares = _torch.tensor([19595, 38470, 7471])
    return ((colours.long() * shares).sum(dim=-1, keepdim=True) + 32768 >> 16).to(_torch.uint8)


def _kind(path):
    """PNG or JPEG; of a PNG also how many bits a channel has, and whether the colours are a palette's."""
    head = bytes(_files.part(path, None, None, 0, 26)[0])
    if head[:8] != b'\x89PNG\r\n\x1a\n':
        return 'JPEG', 8, False
    return 'PNG', head[24] if len(head) > 24 else 8, len(head) > 25 and head[25] == 3


def open(fp, mode='r', formats=None):
    if not _files.kind(fp):
        raise FileNotFoundError(f"[Errno 2] No such file or directory: '{fp}'")
    form, bits, is_palette = _kind(fp)
    try:
        pixels = _files.picture(fp, '')
    except ValueError as error:
        raise UnidentifiedImageError(str(error))
    if bits == 16 and pixels.size(2) < 3:
        raise NotImplementedError(f'{fp} has 16 bits per pixel, which is not read in qkv; 8 bits are')
    image = Image(pixels, 'P' if is_palette else '1' if bits == 1 else _MODES[pixels.size(2)])
    image.format = form
    return image


def fromarray(obj, mode=None):
    pixels = _torch.from_numpy(_np.asarray(obj))
    if pixels.dtype != _torch.uint8:
        raise TypeError(f'Cannot handle this data type: {tuple(pixels.shape)}, {obj.dtype}')
    pixels = pixels.unsqueeze(-1) if pixels.dim() == 2 else pixels
    if pixels.dim() != 3 or pixels.size(2) not in _MODES:
        raise TypeError(f'Cannot handle this data type: {tuple(pixels.shape)}, {obj.dtype}')
    return Image(pixels, _MODES[pixels.size(2)])


def new(mode, size, color=0):
    if mode not in _MODES.values():
        raise NotImplementedError(f"Image.new('{mode}', …) is not there in qkv; 'L' and 'RGB' are")
    colors = color if isinstance(color, (tuple, list)) else [color] * len(mode)
    pixels = _torch.tensor(colors, dtype=_torch.uint8).expand(size[1], size[0], -1)
    return Image(pixels.clone(), mode)
