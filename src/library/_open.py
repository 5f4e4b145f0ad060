"""open(): files, for reading text or bytes. All other ways to open one are refused by name."""

from _qkv import builtin, outside
from io import _BytesFile, _TextFile


@builtin
def open(file, mode=None, buffering=-1, encoding=None, errors=None, newline=None):
    if mode in ("rb", "br"):
        _try_file(file)
        return _BytesFile(file)
    if mode is not None and not isinstance(mode, str):
        raise TypeError(f"open() argument 'mode' must be str, not {type(mode).__name__}")
    if mode not in (None, "r", "rt", "tr"):
        outside("print(...): qkv writes no files", "writing files")
    if encoding not in (None, "utf-8", "utf8", "UTF-8", "UTF8", "ascii"):
        outside("the file saved as UTF-8", "reading text that is not UTF-8")
    text = _read_text(file)
    if newline is None and '\r' in text:
        text = text.replace('\r\n', '\n').replace('\r', '\n')
    return _TextFile(text, file)
