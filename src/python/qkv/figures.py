"""Figures as SVG, drawn by the program qkv."""
import re
from pathlib import Path
from typing import Any, Sequence, Union

from . import notebook, program
from .page import Page


class Figure:
    """A drawing, which a notebook shows as it is."""

    def __init__(self, svg: str):
        self.svg = svg

    def _repr_svg_(self) -> str:
        # A cell's SVG is a part of a page: nbconvert of 2022 refuses a declaration of its encoding.
        return re.sub(r"^<\?xml[^>]*\?>\s*", "", self.svg)

    def __repr__(self) -> str:
        return f"<qkv figure, {len(self.svg.encode())} bytes of SVG: a notebook shows it; .save(path) keeps it>"

    def save(self, path) -> Path:
        Path(path).write_text(self.svg, encoding="utf-8")
        return Path(path)


def drawn(page: Page, *arguments: str) -> Figure:
    path = program.find("A figure", "The page needs none: qkv.show, qkv.heads and qkv.heatmap draw in a notebook's cell.")
    return Figure(program.run(path, "export", page.name, page.files, *arguments, "--format", "svg", "-o", "-"))


def figure(target: Any, tensor: Union[str, Sequence[str]] = (), *, rows=None, columns=None, **options) -> Figure:
    """What `qkv export TARGET TENSOR` draws.

    target   the path of a listing, lesson, notebook or file of tensors; what qkv.show, qkv.heads or
             qkv.heatmap returned; or a matrix, with the labels of its rows and columns
    tensor   its name, or names, or an expression: "weights", "layer5[3] - layer5[7]"
    options  those of `qkv export`: kind="heads", cell="scores[0,1]", theme="dark", no_values=True
    """
    if isinstance(target, (str, Path)):
        target = notebook.opened(target)
    elif not isinstance(target, Page):
        target = notebook.heatmap(target, rows, columns)
    words = [tensor] if isinstance(tensor, str) else list(tensor)
    for name, value in options.items():
        if value is not False and value is not None:
            words += ["--" + name.replace("_", "-")] + ([] if value is True else [str(value)])
    return drawn(target, *words)
