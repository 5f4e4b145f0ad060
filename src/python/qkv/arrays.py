"""Tensors, arrays and nested lists as the bytes of .npy and .npz files, without NumPy."""
import io
import struct
import zipfile
from array import array
from typing import Any, Dict, List, Tuple

DESCRIPTIONS = {bool: ("|b1", "B"), int: ("<i8", "q"), float: ("<f4", "f")}


def unfolded(values: Any) -> Tuple[Tuple[int, ...], List[Any]]:
    """The shape and all elements, the last axis fastest."""
    shape, level = [], [values.tolist() if hasattr(values, "tolist") else values]
    while level and isinstance(level[0], (list, tuple)):
        length = len(level[0])
        if any(not isinstance(one, (list, tuple)) or len(one) != length for one in level):
            raise ValueError("its rows have different lengths")
        shape.append(length)
        level = [item.tolist() if hasattr(item, "tolist") else item for one in level for item in one]
    if isinstance(values, (list, tuple)) is False and hasattr(values, "shape"):
        shape = list(values.shape) # of an array without elements too
    return tuple(shape), level


def npy(values: Any) -> bytes:
    """Floats are float32 unless they came as float64; ints, bools and strings stay what they are."""
    shape, flat = unfolded(values)
    kinds = {type(one) for one in flat} or {float}
    kind = next((one for one in (str, float, int, bool) if one in kinds), None)
    if kinds - {str, float, int, bool} or (kind is str and len(kinds) > 1):
        raise TypeError("an array holds numbers or strings, and this has " + ", ".join(sorted(k.__name__ for k in kinds)))
    if kind is str:
        width = max(map(len, flat), default=0) or 1
        description, body = f"<U{width}", b"".join(one.ljust(width, "\0").encode("utf-32-le") for one in flat)
    else:
        is_double = kind is float and "float64" in str(getattr(values, "dtype", ""))
        description, code = ("<f8", "d") if is_double else DESCRIPTIONS[kind]
        body = array(code, flat).tobytes()
    header = f"{{'descr': '{description}', 'fortran_order': False, 'shape': {shape}, }}"
    header = header.ljust(-(len(header) + 11) % 64 + len(header)) + "\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode("latin1") + body


def npz(arrays: Dict[str, Any]) -> bytes:
    """The same arrays give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, values in arrays.items():
            file.writestr(zipfile.ZipInfo(name + ".npy"), npy(values), zipfile.ZIP_DEFLATED)
    return out.getvalue()
