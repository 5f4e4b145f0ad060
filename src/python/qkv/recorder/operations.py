"""What PyTorch's functions are called in a listing, and which of them qkv knows.

`operations.txt` has the names that qkv knows, as qkv itself said (tests/python/recorder/known.py asks).
"""
import inspect
import os

import torch
import torch.nn.functional as F
from torch.overrides import resolve_name

_OPERATORS = {  # method: text, is the first operand on the right
    "add": "+", "__add__": "+", "__radd__": "+ r", "sub": "-", "__sub__": "-", "__rsub__": "- r",
    "mul": "*", "__mul__": "*", "__rmul__": "* r", "div": "/", "true_divide": "/", "__truediv__": "/",
    "__div__": "/", "__rdiv__": "/ r", "__rtruediv__": "/ r", "floor_divide": "//",
    "__floordiv__": "//", "__rfloordiv__": "// r", "remainder": "%", "__mod__": "%",
    "__rmod__": "% r", "pow": "**", "__pow__": "**", "__rpow__": "** r", "matmul": "@",
    "__matmul__": "@", "__rmatmul__": "@ r", "eq": "==", "__eq__": "==", "ne": "!=", "__ne__": "!=",
    "lt": "<", "__lt__": "<", "le": "<=", "__le__": "<=", "gt": ">", "__gt__": ">", "ge": ">=",
    "__ge__": ">=", "__and__": "&", "__rand__": "& r", "__or__": "|", "__ror__": "| r",
    "__xor__": "^", "__rxor__": "^ r", "bitwise_and": "&", "bitwise_or": "|", "bitwise_xor": "^",
}
_PREFIXES = {"neg": "-", "__neg__": "-", "__invert__": "~", "bitwise_not": "~"}
_IN_PLACE = {"__iadd__": "add_", "__isub__": "sub_", "__imul__": "mul_", "__idiv__": "div_",
             "__itruediv__": "div_", "__iand__": "bitwise_and_", "__ior__": "bitwise_or_",
             "__ixor__": "bitwise_xor_", "__ipow__": "pow_", "__imod__": "remainder_",
             "__ifloordiv__": "floor_divide_"}
WITHOUT_NUMBERS = {"empty", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided"}
# Of these only numbers come: sizes, dtypes, a cell as a number.
_MODULES = "torch.nn.functional.", "torch._C._nn.", "torch._VF.", "torch._C._VariableFunctions.", "torch."


def _read():
    path = os.path.join(os.path.dirname(__file__), "operations.txt")
    with open(path, encoding="utf-8") as file:
        return {name for line in file if not line.startswith("#") for name in line.split()}


_known = _read()


class Function:
    """One of PyTorch's functions: what it is called in a listing, and what kind it is."""

    def __init__(self, func):
        full = resolve_name(func)
        owner = getattr(func, "__self__", None)
        self.is_getter = getattr(func, "__name__", "") == "__get__"
        self.is_setter = getattr(func, "__name__", "") in ("__set__", "__delete__")
        if self.is_getter or self.is_setter:
            self.name = getattr(owner, "__name__", "?")
            self.full = "torch.Tensor." + self.name
        else:
            self.name = getattr(func, "__name__", None) or str(full).split(".")[-1]
            self.full = full or self._from_module(func) or self.name
        self.is_method = self.full.startswith("torch.Tensor.")
        self.operator = _OPERATORS.get(self.name) if self.is_method else None
        self.prefix = _PREFIXES.get(self.name) if self.is_method else None
        self.is_special = self.name in ("__getitem__", "__setitem__")
        self.name = _IN_PLACE.get(self.name, self.name)
        self.text = self._text()
        self.is_known = (self.is_special or bool(self.operator or self.prefix) or self.is_setter
                         or self.text is not None)
        self.code = getattr(func, "__code__", None)
        self.defaults = _defaults(func) if self.code is not None else {}
        self.module = getattr(func, "__module__", "") or ""
        self.writes = self.name.endswith("_") and not self.name.endswith("__") or \
            self.name in ("__setitem__", "batch_norm", "instance_norm", "_fused_adam", "set_data")
        self.may_draw = _may_draw(self.name)

    @staticmethod
    def _from_module(func):
        module = getattr(func, "__module__", None)
        return f"{module}.{func.__name__}" if module and hasattr(func, "__name__") else None

    def _text(self):
        """As a listing has it: ".softmax", "F.linear", "torch.bmm"; None: qkv does not know it."""
        if self.is_method:
            return "." + self.name if "." + self.name in _known else None
        rest = self.full
        for module in _MODULES:
            if rest.startswith(module):
                rest = rest[len(module):]
                break
        choices = [f"F.{rest}", f"torch.{rest}"]
        if not self.full.startswith(("torch.nn.functional.", "torch._C._nn.")):
            choices.reverse()
        return next((name for name in choices if name in _known), None)

    @property
    def public(self):
        """What people call it."""
        return self.full.replace("torch._C._nn.", "F.").replace("torch.nn.functional.", "F.") \
            .replace("torch._VF.", "torch.").replace("torch._C._VariableFunctions.", "torch.")


def _defaults(func):
    """What parameters are where nothing is said."""
    try:
        parameters = inspect.signature(func).parameters.values()
    except (TypeError, ValueError):
        return {}
    return {p.name: p.default for p in parameters if isinstance(p.default, (bool, int, float, str))}


_functions = {}


def function_of(func):
    known = _functions.get(func)
    if known is None:
        known = _functions[func] = Function(func)
    return known


def _may_draw(name):
    """Could it draw random numbers? PyTorch marks its own operations that do."""
    tag = getattr(getattr(torch, "Tag", None), "nondeterministic_seeded", None)
    packet = getattr(torch.ops.aten, name, None) if tag is not None and not name.startswith("__") else None
    if packet is None or not hasattr(packet, "overloads"):
        return not hasattr(torch.Tensor, name)
    try:
        return any(tag in getattr(packet, overload).tags for overload in packet.overloads())
    except (RuntimeError, AttributeError):
        return True


# Each draws a mask and multiplies by it: of ones, it gives the mask.
DROPOUTS = ("dropout", "dropout_", "feature_dropout", "feature_dropout_")
ATTENTION = "scaled_dot_product_attention"


def attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
              enable_gqa=False):
    """F.scaled_dot_product_attention as PyTorch's documentation has it, with the mask of a dropout."""
    if enable_gqa:
        key = key.repeat_interleave(query.size(-3) // key.size(-3), -3)
        value = value.repeat_interleave(query.size(-3) // value.size(-3), -3)
    scores = query @ key.transpose(-2, -1) * (query.size(-1) ** -0.5 if scale is None else scale)
    if is_causal:
        attn_mask = torch.ones(query.size(-2), key.size(-2), dtype=torch.bool,
                               device=query.device).tril()
    if attn_mask is not None and attn_mask.dtype == torch.bool:
        scores = scores.masked_fill(attn_mask.logical_not(), float("-inf"))
    elif attn_mask is not None:
        scores = scores + attn_mask
    weights = scores.softmax(-1)
    weights = F.dropout(weights, dropout_p)
    return weights @ value
