"""builtins: the classes of exceptions, and what else of Python's builtins is written in Python."""

from _qkv import builtin as _builtin, fail as _fail, index as _index, outside as _outside


class BaseException:
    __cause__ = None
    __context__ = None
    __traceback__ = None
    __suppress_context__ = False

    def __new__(cls, *args, **kwargs):
        self = object.__new__(cls)
        self.args = args
        return self

    def __init__(self, *args):
        self.args = args

    def __str__(self):
        if len(self.args) == 1:
            return str(self.args[0])
        return str(self.args) if self.args else ""

    def __repr__(self):
        if len(self.args) == 1:
            return f"{type(self).__name__}({self.args[0]!r})"
        return type(self).__name__ + repr(self.args)

    def with_traceback(self, traceback):
        return self

    def add_note(self, note):
        if not hasattr(self, "__notes__"):
            self.__notes__ = []
        self.__notes__.append(note)


class Exception(BaseException):
    pass


class GeneratorExit(BaseException):
    pass


class KeyboardInterrupt(BaseException):
    pass


class SystemExit(BaseException):
    def __init__(self, *args):
        self.args = args
        self.code = None if not args else args[0] if len(args) == 1 else args


class ArithmeticError(Exception):
    pass


class FloatingPointError(ArithmeticError):
    pass


class OverflowError(ArithmeticError):
    pass


class ZeroDivisionError(ArithmeticError):
    pass


class AssertionError(Exception):
    pass


class AttributeError(Exception):
    def __init__(self, *args, name=None, obj=None):
        self.args = args
        self.name = name
        self.obj = obj


class BufferError(Exception):
    pass


class EOFError(Exception):
    pass


class ImportError(Exception):
    def __init__(self, *args, name=None, path=None):
        self.args = args
        self.msg = args[0] if args else None
        self.name = name
        self.path = path


class ModuleNotFoundError(ImportError):
    pass


class LookupError(Exception):
    pass


class IndexError(LookupError):
    pass


class KeyError(LookupError):
    def __str__(self):
        if len(self.args) == 1:
            return repr(self.args[0])
        return super().__str__()


class MemoryError(Exception):
    pass


class NameError(Exception):
    def __init__(self, *args, name=None):
        self.args = args
        self.name = name


class UnboundLocalError(NameError):
    pass


class OSError(Exception):
    def __init__(self, *args):
        self.errno, self.strerror, self.filename = (*args[:3], None, None, None)[:3]
        if not 2 <= len(args) <= 5:
            self.errno = self.strerror = self.filename = None
        self.args = args[:2] if self.filename is not None else args

    def __str__(self):
        if self.filename is not None:
            return f"[Errno {self.errno}] {self.strerror}: {self.filename!r}"
        if self.errno is not None:
            return f"[Errno {self.errno}] {self.strerror}"
        return super().__str__()


EnvironmentError = IOError = OSError


class BlockingIOError(OSError):
    pass


class ChildProcessError(OSError):
    pass


class ConnectionError(OSError):
    pass


class BrokenPipeError(ConnectionError):
    pass


class ConnectionAbortedError(ConnectionError):
    pass


class ConnectionRefusedError(ConnectionError):
    pass


class ConnectionResetError(ConnectionError):
    pass


class FileExistsError(OSError):
    pass


class FileNotFoundError(OSError):
    pass


class InterruptedError(OSError):
    pass


class IsADirectoryError(OSError):
    pass


class NotADirectoryError(OSError):
    pass


class PermissionError(OSError):
    pass


class ProcessLookupError(OSError):
    pass


class TimeoutError(OSError):
    pass


class ReferenceError(Exception):
    pass


class RuntimeError(Exception):
    pass


class NotImplementedError(RuntimeError):
    pass


class RecursionError(RuntimeError):
    pass


class StopIteration(Exception):
    def __init__(self, *args):
        self.args = args
        self.value = args[0] if args else None


class StopAsyncIteration(Exception):
    pass


class SyntaxError(Exception):
    def __init__(self, *args):
        self.args = args
        self.msg = args[0] if args else None


class IndentationError(SyntaxError):
    pass


class TabError(IndentationError):
    pass


class SystemError(Exception):
    pass


class TypeError(Exception):
    pass


class ValueError(Exception):
    pass


class UnicodeError(ValueError):
    pass


class UnicodeDecodeError(UnicodeError):
    pass


class UnicodeEncodeError(UnicodeError):
    pass


class UnicodeTranslateError(UnicodeError):
    pass


class Warning(Exception):
    pass


class BytesWarning(Warning):
    pass


class DeprecationWarning(Warning):
    pass


class EncodingWarning(Warning):
    pass


class FutureWarning(Warning):
    pass


class ImportWarning(Warning):
    pass


class PendingDeprecationWarning(Warning):
    pass


class ResourceWarning(Warning):
    pass


class RuntimeWarning(Warning):
    pass


class SyntaxWarning(Warning):
    pass


class UnicodeWarning(Warning):
    pass


class UserWarning(Warning):
    pass


def exit(code=None):
    raise SystemExit(code)


quit = exit


# ---- numbers -----------------------------------------------------------------------------------

@_builtin
def hex(number):
    return f"{_index(number):#x}"


@_builtin
def oct(number):
    return f"{_index(number):#o}"


@_builtin
def bin(number):
    return f"{_index(number):#b}"


@_builtin
def divmod(x, y):
    return x // y, x % y


@_builtin
def round(number, ndigits=None):
    kind = type(number)
    if kind is float:
        return _round_float(number, ndigits)
    own = getattr(kind, "__round__", None)
    if own is not None:
        return own(number) if ndigits is None else own(number, ndigits)
    if kind.__module__ == "numpy" and kind.__name__ != "ndarray":
        return round(number.item()) if ndigits is None else kind(round(number.item(), ndigits))
    if isinstance(number, float):
        return _round_float(float(number), ndigits)
    if not isinstance(number, int):
        hint = "torch.round, or .item() first" if kind.__name__ == "Tensor" else ""
        _fail("TypeError", f"type {kind.__name__} doesn't define __round__ method", hint)
    places = 0 if ndigits is None else _index(ndigits)
    if places < 0:
        rounded = _round_to(abs(number), -places, number.bit_length())
        return rounded if number > 0 else -rounded
    return int(number)


def _round_float(number, ndigits):
    """The nearest decimal, halves to even, from the exact value: formats round that way."""
    if ndigits is None:
        return int(f"{number:.0f}" if number - number == 0 else number)
    places = _index(ndigits)
    if places > 323 or number - number != 0:
        return number
    if places >= 0:
        return float(f"{number:.{places}f}")
    rounded = float(_round_to(abs(number), -places, 1024))
    return -rounded if str(number)[0] == "-" else rounded


def _round_to(number, places, bits):
    """To a multiple of 10 ** places, halves to an even one; the number is below 2 ** bits."""
    if places > bits:
        return 0
    unit = 10 ** places
    times, rest = divmod(int(number), unit)
    odd = times % 2 or number != int(number)
    return (times + (2 * rest > unit or 2 * rest == unit and odd)) * unit


# ---- what Python has and qkv does not ----------------------------------------------------------

def input(prompt=""):
    _outside("a variable with the value", "input()")


def eval(*arguments, **keywords):
    _outside("the code itself", "running text as code")


compile = eval


def bytearray(*arguments, **keywords):
    _outside("bytes, or a list of ints", "bytearray")


memoryview = bytearray
