"""torch.finfo and torch.iinfo: what the numbers of a dtype can be."""
import torch

#             digits after the point, least and greatest exponent, decimal resolution
_FLOATS = {'float32': (23, -126, 127, 1e-6), 'float64': (52, -1022, 1023, 1e-15),
           'float16': (10, -14, 15, 1e-3), 'bfloat16': (7, -126, 127, 1e-2)}


class _Limits:
    __module__ = 'torch'

    def __init__(self, type):
        of_python = {float: torch.float64, int: torch.int64, bool: torch.bool}
        dtype = of_python[type] if type in (float, int, bool) else type
        name = self.__class__.__name__
        if not isinstance(dtype, torch.dtype):
            raise TypeError(f"{name}(): argument 'type' (position 1) must be torch.dtype, not "
                            f"{type.__class__.__name__}")
        if dtype == torch.bool and name == 'iinfo':
            raise TypeError('torch.bool is not supported by torch.iinfo')
        if (str(dtype)[6:] in _FLOATS) != (name == 'finfo'):
            kind, other = ('a floating point', 'iinfo') if name == 'finfo' else ('an integer', 'finfo')
            raise TypeError(f"torch.{name}() requires {kind} input type. Use torch.{other} to handle "
                            f"'torch.{name}'")
        self.dtype = str(dtype)[6:]
        self.bits = 8 * torch.empty(0, dtype=dtype).element_size()

    def __eq__(self, other):
        return self.__class__ is other.__class__ and self.dtype == other.dtype

    def __getattr__(self, name):
        raise AttributeError(f"'torch.{self.__class__.__name__}' object has no attribute '{name}'")

    def __repr__(self):
        facts = ', '.join([f'{name}={getattr(self, name):.6g}' for name in self._shown])
        return f'{self.__class__.__name__}({facts}, dtype={self.dtype})'


class finfo(_Limits):
    __module__ = 'torch'
    _shown = ('resolution', 'min', 'max', 'eps', 'smallest_normal', 'tiny')

    def __init__(self, type=None):
        super().__init__(torch.get_default_dtype() if type is None else type)
        digits, least, most, self.resolution = _FLOATS[self.dtype]
        self.eps = 2.0 ** -digits
        self.tiny = self.smallest_normal = 2.0 ** least
        self.max = (2.0 - self.eps) * 2.0 ** most
        self.min = -self.max


class iinfo(_Limits):
    __module__ = 'torch'
    _shown = ('min', 'max')

    def __init__(self, type):
        super().__init__(type)
        half = 2 ** (self.bits - 2)
        self.max = 255 if self.dtype == 'uint8' else half - 1 + half
        self.min = 0 if self.dtype == 'uint8' else -half - half
