"""Files of tensors: a header in JSON, then the numbers of one tensor behind those of the other."""
import json
import os
import struct

import torch

_CODES = {
    torch.float64: "F64", torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16",
    torch.int64: "I64", torch.int32: "I32", torch.int16: "I16", torch.int8: "I8",
    torch.uint8: "U8", torch.bool: "BOOL",
}
_PART = 1 << 24  # bytes that are written at once


def can_store(tensor):
    return tensor.dtype in _CODES and tensor.layout == torch.strided


def _bytes_of(tensor):
    """The numbers as they lie in a file, in parts."""
    flat = tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8)
    for start in range(0, flat.numel(), _PART):
        part = flat[start:start + _PART]
        try:
            yield part.numpy().tobytes()
        except RuntimeError:  # a PyTorch without NumPy
            yield bytes(part.tolist())


def write(path, tensors):
    """Writes the file under a temporary name and renames it, so that it is never half there."""
    header, end = {}, 0
    for name, tensor in tensors.items():
        start, end = end, end + tensor.numel() * tensor.element_size()
        header[name] = {"dtype": _CODES[tensor.dtype], "shape": list(tensor.shape),
                        "data_offsets": [start, end]}
    text = json.dumps(header, ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    unfinished = f"{path}.{os.getpid()}.tmp"
    try:
        with open(unfinished, "wb") as file:
            file.write(struct.pack("<Q", len(text)) + text)
            for tensor in tensors.values():
                for part in _bytes_of(tensor.reshape(-1) if tensor.dim() == 0 else tensor):
                    file.write(part)
        os.replace(unfinished, path)
    finally:
        if os.path.exists(unfinished):
            os.remove(unfinished)


class Reader:
    """What a file has: names, dtypes, shapes, and the numbers of one tensor at a time."""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            size, = struct.unpack("<Q", file.read(8))
            self.header = json.loads(file.read(size))
        self.start = 8 + size
        self.header.pop("__metadata__", None)

    def __contains__(self, name):
        return name in self.header

    def __iter__(self):
        return iter(self.header)

    def tensor(self, name):
        row = self.header[name]
        dtype = next(dtype for dtype, code in _CODES.items() if code == row["dtype"])
        start, end = row["data_offsets"]
        with open(self.path, "rb") as file:
            file.seek(self.start + start)
            numbers = bytearray(file.read(end - start))
        if not numbers:
            return torch.empty(row["shape"], dtype=dtype)
        return torch.frombuffer(numbers, dtype=dtype).reshape(row["shape"])

    def has(self, name, tensor):
        """Is it this tensor, with the same numbers?"""
        row = self.header.get(name)
        if not row or row["dtype"] != _CODES.get(tensor.dtype) or row["shape"] != list(tensor.shape):
            return False
        return torch.equal(self.tensor(name), tensor.detach().cpu())
