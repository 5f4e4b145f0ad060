"""Writes tests/models/pictures: small PNG and JPEG files of each kind, and what Pillow makes of them.

    python3 tests/support/make_pictures.py

Needs Pillow and NumPy; the files that are there are of Pillow 9.4.
"""
import os

import numpy as np
from PIL import Image

FOLDER = os.path.join(os.path.dirname(__file__), '..', 'models', 'pictures')
WIDTH, HEIGHT = 45, 36


def shapes():
    """A red disk and a green square before a sky that gets lighter."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    pixels = np.stack((40 + 3 * y, 90 + 2 * y, 255 - y), axis=-1)
    pixels[(x - 14) ** 2 + (y - 13) ** 2 < 81] = (220, 40, 30)
    pixels[19:33, 25:41] = (30, 170, 60)
    return pixels.astype(np.uint8)


def write():
    os.makedirs(FOLDER, exist_ok=True)
    picture = Image.fromarray(shapes())
    clear = picture.convert('RGBA')
    clear.putalpha(picture.convert('L'))
    noise = Image.fromarray(np.random.RandomState(0).randint(0, 256, (17, 21, 3)).astype(np.uint8))
    for name, image, options in (
            ('shapes.png', picture, {}), ('shapes.jpg', picture, {'quality': 90}),
            ('progressive.jpg', picture, {'quality': 80, 'progressive': True}),
            ('grey.png', picture.convert('L'), {}), ('grey.jpg', picture.convert('L'), {}),
            ('palette.png', picture.quantize(8), {}), ('clear.png', clear, {}),
            ('bits.png', picture.convert('1'), {}), ('noise.png', noise, {}),
            ('sixteen.png', Image.fromarray(shapes()[..., 0].astype(np.uint16) * 257), {})):
        image.save(os.path.join(FOLDER, name), **options)


def measured():
    made = {}
    for name in ('shapes.png', 'shapes.jpg', 'progressive.jpg', 'grey.png', 'grey.jpg', 'palette.png',
                 'clear.png'):
        image = Image.open(os.path.join(FOLDER, name))
        made[f'{name}.RGB'] = np.array(image.convert('RGB'))
    image = Image.open(os.path.join(FOLDER, 'noise.png'))
    for kind in (Image.NEAREST, Image.LANCZOS, Image.BILINEAR, Image.BICUBIC, Image.BOX):
        for width, height in ((8, 6), (21, 9), (30, 17), (4, 29)):
            made[f'resize.{int(kind)}.{width}.{height}'] = np.array(image.resize((width, height), kind))
    made['grey'] = np.array(image.convert('L'))
    made['crop'] = np.array(image.crop((-3, 5, 25, 12)))
    shape = Image.open(os.path.join(FOLDER, 'shapes.png'))
    made['vit'] = np.array(shape.resize((32, 32), Image.BILINEAR))
    short = shape.resize((int(32 * WIDTH / HEIGHT), 32), Image.BICUBIC)
    left = (short.width - 32) // 2
    made['clip'] = np.array(short.crop((left, 0, left + 32, 32)))
    return made


write()
np.savez_compressed(os.path.join(FOLDER, 'pillow.npz'), **measured())
