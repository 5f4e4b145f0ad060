"""What a notebook's cell shows: recordings, listings, heads and matrices in the page; and %%qkv."""
import re
import shlex
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence

from .arrays import npy, npz
from .page import Page
from .program import Problem

QUOTED = re.compile(r"""["']([\w.-]+\.(?:npy|npz|pt|pth|bin|safetensors|csv|tsv|txt|json|model))["']""")
IMPORTED = re.compile(r"^\s*(?:from|import)\s+(\w+)", re.MULTILINE)


def with_neighbours(name: str, content: bytes, folder: Path) -> Dict[str, bytes]:
    """A file, and those of its folder that it names or imports, and these."""
    files, unread = {name: content}, [name]
    while unread:
        one = unread.pop()
        if not re.search(r"\.(py|md|ipynb)$", one):
            continue
        text = files[one].decode("utf-8", "replace").replace('\\"', '"')  # a notebook's strings are in strings
        for other in [*QUOTED.findall(text), *(module + ".py" for module in IMPORTED.findall(text))]:
            if other not in files and (folder / other).is_file():
                files[other] = (folder / other).read_bytes()
                unread.append(other)
    return files


def opened(path, **how) -> Page:
    """A file of any kind that qkv opens, with the files of its folder that it reads."""
    path = Path(path)
    if not path.is_file():
        raise Problem(f"{path}: there is no such file\n  try: a path from {Path.cwd()}, where this Python runs. "
                      "Lessons of the course are opened by their names in the program and in its page.")
    return Page(path.name, with_neighbours(path.name, path.read_bytes(), path.parent), **how)


def show(target: Any, *inputs: Any, tokens: Optional[Sequence[str]] = None, only: Optional[str] = None,
         steps: Optional[int] = None, keys: str = "", height: int = 640, **named: Any) -> Page:
    """Shows every operation of a call of a model, or of a file.

    target         a module or function that computes with PyTorch, or the path of a listing (.py), lesson
                   (.md), notebook (.ipynb) or file of tensors
    inputs, named  what the model is called with
    tokens         the words of the input, as labels
    only, steps    record less: as qkv.record says
    keys           are pressed when it is open, written as `qkv show --keys` has them: "]]<Space>"
    height         of the cell's page, in pixels
    """
    if isinstance(target, (str, Path)):
        return opened(target, keys=keys, height=height)
    if not callable(target):
        raise Problem(f"{target!r:.60} cannot be called\n  try: qkv.show(model, x), qkv.show(\"listing.py\"), or qkv.heatmap(weights)")
    if tokens is not None and not any(len(tokens) in getattr(one, "shape", ()) for one in (*inputs, *named.values())):
        raise Problem(f"there are {len(tokens)} tokens, and no input has an axis of that length")
    from .recorder import record
    narrowed = {name: value for name, value in (("tokens", tokens), ("only", only), ("steps", steps)) if value is not None}
    name = re.sub(r"\W", "", getattr(target, "__name__", type(target).__name__)).lower() or "model"
    with tempfile.TemporaryDirectory(prefix="qkv-") as folder:
        path = Path(folder, name + ".py")
        model = target  # the listing has the names from here
        with record(str(path), model if hasattr(model, "named_parameters") else None, **narrowed):
            outputs = model(*inputs, **named)
        del outputs
        files = {one.name: one.read_bytes() for one in sorted(Path(folder).iterdir())}
    return Page(path.name, files, keys=keys, height=height)


def _layers(layers: List[Any], name: str, include: Optional[Sequence[int]]) -> Dict[str, Any]:
    """Of layers one array, or one for each where their shapes differ."""
    if not layers or any(layer is None for layer in layers):
        raise Problem(f"{name} has no weights\n  try: model(…, output_attentions=True), and a model that is "
                      'loaded with attn_implementation="eager"; or qkv.attention(model, inputs)')
    chosen = range(len(layers)) if include is None else include
    shapes = {tuple(getattr(layers[i], "shape", ())) for i in chosen}
    if not all(len(shape) in (3, 4) for shape in shapes):
        raise Problem(f"{name} is a tuple with a tensor of (batch, heads, queries, keys) for each layer, and a shape "
                      f"is {sorted(shapes)[0]}")
    arrays = [layers[i].tolist() for i in chosen]
    arrays = [one if len(layers[i].shape) == 4 else [one] for i, one in zip(chosen, arrays)]
    if len(shapes) == 1 and include is None:
        return {name: arrays}
    return {f"{name}.{i}": one for i, one in zip(chosen, arrays)}


def heads(attention: Any = None, tokens: Optional[Sequence[str]] = None, *, layer: int = 0,
          include_layers: Optional[Sequence[int]] = None, encoder_attention: Any = None,
          decoder_attention: Any = None, cross_attention: Any = None,
          encoder_tokens: Optional[Sequence[str]] = None, decoder_tokens: Optional[Sequence[str]] = None,
          height: int = 640) -> Page:
    """Shows all heads of all layers. It is called as head_view of BertViz is.

    attention       a tuple of tensors or arrays (batch, heads, queries, keys), one for each layer: the
                    `attentions` of a transformers model that was called with output_attentions=True;
                    or the path of the file that qkv.attention(model, inputs) wrote
    tokens          the words
    layer           the one that is shown first; ] and [ go to the others
    include_layers  the numbers of the layers to show, instead of all
    encoder_…, decoder_…, cross_…  the same of a model with an encoder and a decoder
    """
    if isinstance(attention, (str, Path)):
        return opened(attention, keys="H" + "]" * layer, height=height)
    named = {"attentions": attention, "encoder_attentions": encoder_attention,
             "decoder_attentions": decoder_attention, "cross_attentions": cross_attention}
    given = {name: list(layers) for name, layers in named.items() if layers is not None}
    arrays: Dict[str, Any] = {}
    for name, layers in given.items():
        arrays.update(_layers(layers, name, include_layers))
    if not arrays:
        raise Problem("there is no attention to show\n  try: qkv.heads(model(**inputs, output_attentions=True).attentions, tokens)")
    sizes = {size for layers in given.values() for layer in layers for size in layer.shape[-2:]}
    for name, words in {"tokens": tokens, "decoder_tokens": decoder_tokens, "encoder_tokens": encoder_tokens}.items():
        if words is None:
            continue
        arrays[name] = list(map(str, words))
        if len(arrays[name]) not in sizes:
            raise Problem(f"there are {len(arrays[name])} {name.replace('_', ' ')}, and the attention is of "
                          f"{' and '.join(map(str, sorted(sizes)))} positions")
    return Page("attentions.npz", {"attentions.npz": npz(arrays)}, keys="H" + "]" * layer, height=height)


def heatmap(values: Any, rows: Optional[Sequence[str]] = None, columns: Optional[Sequence[str]] = None, *,
            name: str = "weights", keys: str = "z", height: int = 480) -> Page:
    """Shows one matrix, with the labels of its rows and columns. The columns have those of the rows where
    there are as many."""
    if not name.isidentifier():
        raise Problem(f"the name {name!r} is no name of Python\n  try: letters, digits and _")
    try:
        shape, content = tuple(getattr(values, "shape", ())), npy(values)
    except (TypeError, ValueError) as problem:
        raise Problem(f"this is no matrix: {problem}\n  try: a tensor, an array or a list of lists of numbers") from None
    lines, axes = ["import numpy as np", ""], []
    for axis, words in (-2, rows), (-1, columns):
        if words is not None and len(shape) >= -axis and shape[axis] != len(words):
            raise Problem(f"there are {len(words)} labels, and {shape[axis]} {'rows' if axis == -2 else 'columns'}")
    if columns is None and rows is not None and (not shape or shape[-1] == len(rows)):
        columns = rows
    for axis, words in ("rows", rows), ("columns", columns):
        axes.append(axis)
        if words is not None:
            lines.append(f"{axis} = {list(map(str, words))!r}")
    if rows is not None or columns is not None:
        lines.append(f"#| axes: {name} = {', '.join(axes)}")
    lines.append(f'{name} = np.load("{name}.npy")')
    files = {name + ".py": "\n".join(lines).encode() + b"\n", name + ".npy": content}
    return Page(name + ".py", files, keys=keys, height=height)


def magic(line: str, cell: str):
    """%%qkv                        the cell is a listing: its walk, in the page
    %%qkv export [TENSOR] …      a figure of it, as `qkv export` draws it
    %%qkv run, explain, show, check …    what the program qkv prints of it

    Files that the listing reads are those of the notebook's folder."""
    from . import figures, program
    page = Page("cell.py", with_neighbours("cell.py", cell.encode(), Path.cwd()))
    words = shlex.split(line)
    if not words:
        return page
    if words[0] == "export":
        return figures.drawn(page, *words[1:])
    path = program.find(f"%%qkv {words[0]}", "%%qkv alone needs none: it shows the cell in the page.")
    print(program.run(path, words[0], page.name, page.files, *words[1:]), end="")
    return None


def load_ipython_extension(shell) -> None:
    """%load_ext qkv"""
    shell.register_magic_function(magic, "cell", "qkv")
