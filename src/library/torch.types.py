"""torch.types: names for annotations."""
from typing import Any, List, Sequence, Tuple, Union

import torch
from torch import Size, Tensor
from torch import device as _device, dtype as _dtype, layout as _layout

_int, _float, _bool, _str, _bytes = int, float, bool, str, bytes
Number = Union[int, float, bool]
Device = Union[_device, str, int, None]
IntLikeType, FloatLikeType, BoolLikeType = int, float, bool
_size = Union[Size, List[int], Tuple[int, ...]]
_TensorOrTensors = Union[Tensor, Sequence[Tensor]]
