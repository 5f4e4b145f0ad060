"""Files of arrays as NumPy writes them, without NumPy."""
import os
import struct
import zipfile


def _npy(descr, shape, numbers):
    header = f"{{'descr': {descr!r}, 'fortran_order': False, 'shape': {tuple(shape)!r}, }}"
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("latin1") + numbers


def _of_words(words):
    words = [str(word) for word in words]
    width = max([len(word) for word in words] or [1]) or 1
    numbers = b"".join(word.ljust(width, "\0").encode("utf-32-le") for word in words)
    return _npy(f"<U{width}", (len(words),), numbers)


def _of_tensor(tensor):
    flat = tensor.detach().float().cpu().contiguous().reshape(-1)
    return _npy("<f4", tensor.shape, struct.pack(f"<{flat.numel()}f", *flat.tolist()))


def write(path, arrays):
    """Tensors, and lists of words."""
    unfinished = f"{path}.{os.getpid()}.tmp"
    try:
        with zipfile.ZipFile(unfinished, "w") as file:
            for name, array in arrays.items():
                is_words = isinstance(array, (list, tuple))
                file.writestr(name + ".npy", _of_words(array) if is_words else _of_tensor(array))
        os.replace(unfinished, path)
    finally:
        if os.path.exists(unfinished):
            os.remove(unfinished)
