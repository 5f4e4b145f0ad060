"""qkv: self-attention, one number at a time, from Python and in notebooks.

    import qkv
    qkv.show(model, x)                    # every operation of the call, in a notebook's cell
    qkv.show("listing.py")                # the same of a listing, lesson, notebook or file of tensors
    qkv.heads(attentions, tokens)         # all heads of all layers
    qkv.heatmap(weights, tokens, tokens)  # one matrix
    qkv.figure(...)                       # an SVG, drawn by the program qkv
    with qkv.record("run.py", model): model(x)    # the listing that computes it again
    qkv.check("run.py")                   # how far qkv's numbers are from those that were recorded
    qkv.attention(model, inputs)          # the attention weights of a model

`%load_ext qkv` makes `%%qkv` of a cell a listing.
"""
from importlib import import_module

# Each is read in when it is asked for: the recorder needs torch, the rest does not.
_MODULES = {
    "record": "recorder", "attention": "recorder", "check": "comparison",
    "show": "notebook", "heads": "notebook", "heatmap": "notebook", "load_ipython_extension": "notebook",
    "figure": "figures", "Figure": "figures", "Page": "page", "Problem": "program",
}
__all__ = [name for name in _MODULES if name != "load_ipython_extension"]


def __getattr__(name: str):
    if name == "__version__":
        return import_module("importlib.metadata").version("qkv")
    if name not in _MODULES:
        raise AttributeError(f"module 'qkv' has no attribute {name!r}")
    try:
        return getattr(import_module("qkv." + _MODULES[name]), name)
    except ModuleNotFoundError as missing:
        if missing.name != "torch":
            raise
        raise AttributeError(f"qkv.{name} needs PyTorch, which this Python has not") from None


def __dir__():
    return sorted([*globals(), *_MODULES])
