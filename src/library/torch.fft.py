"""torch.fft: Fourier transforms as products with sines and cosines, in float64."""
import math
from numbers import Integral

import torch
from torch._complex import Complex
from torch._halves import is_half


def _transformed(input, dim, sign, scale):
    real = (input.real if isinstance(input, Complex) else input).movedim(dim, -1)
    if is_half(real):
        raise RuntimeError(f'Unsupported dtype {real.type()[6:-6]}')
    dtype = real.dtype if real.is_floating_point() else torch.float32
    count = real.size(-1)
    places = torch.arange(count)
    angles = (places.unsqueeze(0) * places.unsqueeze(1) % count).double() * (2 * math.pi / count)
    cosines = torch.round(angles.cos(), decimals=15) * scale  # so that zeros are zeros
    sines = torch.round(angles.sin(), decimals=15) * (sign * scale)
    real = real.double()
    found = Complex(real @ cosines, real @ sines)
    if isinstance(input, Complex):
        imag = input.imag.movedim(dim, -1).double()
        found = Complex(found.real - imag @ sines, found.imag + imag @ cosines)
    return Complex(_settled(found.real).to(dtype).movedim(-1, dim),
                   _settled(found.imag).to(dtype).movedim(-1, dim))


def _settled(part):
    """What float64 left of a zero is zero."""
    return part.masked_fill(part.abs() < 1e-14 * part.abs().sum(), 0.0)


def fft(input, n=None, dim=-1, norm=None):
    _plain(n, norm)
    return _transformed(input, dim, -1, 1.0)


def ifft(input, n=None, dim=-1, norm=None):
    _plain(n, norm)
    return _transformed(input, dim, 1, 1.0 / input.size(dim))


def fft2(input, s=None, dim=(-2, -1), norm=None):
    _plain(s, norm)
    return fft(fft(input, dim=dim[1]), dim=dim[0])


def rfft(input, n=None, dim=-1, norm=None):
    _plain(n, norm)
    return fft(input, dim=dim).narrow(dim, 0, input.size(dim) // 2 + 1)


def _plain(size, norm):
    if size is not None or norm not in (None, 'backward'):
        raise NotImplementedError("torch.fft with n= or norm= is not there in qkv; F.pad, and a "
                                  "factor, are")


def fftfreq(n, d=1.0, *, dtype=None, device=None):
    """The frequencies of the places of a transform, those below zero last."""
    places = torch.cat([torch.arange((n + 1) // 2), torch.arange(-(n // 2), 0)])
    return places.to(dtype or torch.get_default_dtype()) * (1.0 / (n * d))


def rfftfreq(n, d=1.0, *, dtype=None, device=None):
    return torch.arange(n // 2 + 1).to(dtype or torch.get_default_dtype()) * (1.0 / (n * d))


def _dims(input, dim):
    return list(range(input.dim())) if dim is None else [dim] if isinstance(dim, Integral) else list(dim)


def fftshift(input, dim=None):
    """Frequency 0 in the middle."""
    dims = _dims(input, dim)
    return torch.roll(input, [input.size(d) // 2 for d in dims], dims)


def ifftshift(input, dim=None):
    dims = _dims(input, dim)
    return torch.roll(input, [-(input.size(d) // 2) for d in dims], dims)
