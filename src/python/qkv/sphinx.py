"""The figure of a tensor in documents of Sphinx, in reStructuredText or, with myst-parser, in Markdown.

`extensions = ["qkv.sphinx"]` in conf.py defines the directive:

    .. qkv:: weights
       :name: fig-weights
       :caption: What each query attends to

       weights = torch.softmax(q @ k.T / 2 ** 0.5, dim=-1)

Its options are those of `figure`, those of `qkv export` (`:kind: equation`, `:bare:`), `:file:` or `:lesson:` in
place of code, `:echo: false` for the figure alone, and `:live:` for the lesson itself in a page, from `:step:` or
`:keys:` on. `qkv_elements` in conf.py is the address of the npm package's elements.js.
"""
import hashlib
import html
import os
import re
import subprocess
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.directives.patches import Figure
from sphinx.util.docutils import SphinxDirective

from .program import Problem, find

REFUSED = {"o", "output", "all", "answers", "force", "format"}  # would write other files than the figure
OWN = {"caption", "file", "lesson", "echo", "live", "step", "keys"}


class _Options(dict):
    """Those of a figure; all others are the program's."""

    def __contains__(self, name):
        return True

    def __missing__(self, name):
        return lambda value: value


class Qkv(Figure, SphinxDirective):
    """Draws what its code computes; its argument is the tensor, or several with ";" between them."""

    required_arguments, optional_arguments, has_content = 0, 1, True
    option_spec = _Options({name: check for name, check in Figure.option_spec.items() if name != "scale"})

    def run(self):
        given = {name: self.options.pop(name) for name in list(self.options) if not dict.__contains__(self.option_spec, name)}
        refused = REFUSED & set(given)
        if refused:
            raise self.error(f"qkv: {refused.pop()} is not for a block of a document; leave it out")
        code, tensors = self.content, self.arguments[0].split(";") if self.arguments else []
        options = [f"--{name}" + (f"={value}" if value else "") for name, value in given.items() if name not in OWN]
        shown = given.get("file") or given.get("lesson")
        arguments = options + ([] if shown else ["--as=py", "--files=."]) + ["--", shown or "-"] + [one.strip() for one in tensors]
        self.arguments = ["/" + os.path.relpath(self._drawn(arguments, code), self.env.srcdir) + ".*"]
        self.options.setdefault("alt", given.get("caption") or " ".join(tensors) or "attention")
        self.content = StringList([given["caption"]], code.source(0) if code else "") if "caption" in given else StringList()
        figure = super().run()
        if "live" in given:
            live, figure = self._live(given, code), [addnodes.only("", *figure, expr="not html")]
            figure.insert(0, nodes.raw("", live, format="html"))
        if given.get("echo") == "false" or not code:
            return figure
        text = "\n".join(code)
        return [nodes.literal_block(text, text, language="python"), *figure]

    def _drawn(self, arguments, code):
        """The path of the figure without its ending, as SVG for pages and PDF for LaTeX."""
        text = "".join(line + "\n" for line in code)
        here = Path(self.env.doc2path(self.env.docname)).parent
        try:
            program = find("A figure")
        except Problem as problem:
            raise self.error(f"qkv: {problem}")
        version = subprocess.run([program, "--version"], stdout=subprocess.PIPE, check=False).stdout
        key = hashlib.sha1(version + "\0".join([*arguments, text]).encode())
        for name in re.findall(r"""[^"'=\n]+""", "\n".join([*arguments, text])):  # files that it names
            path = here / name
            if len(name) < 200 and path.is_file():
                key.update(path.read_bytes())
                self.env.note_dependency(os.path.relpath(path, self.env.srcdir))
        base = Path(self.env.doctreedir, "qkv", key.hexdigest())
        base.parent.mkdir(parents=True, exist_ok=True)
        for ending in ("svg", "pdf"):
            file = base.with_suffix("." + ending)
            if not file.exists():
                done = subprocess.run([program, "export", "-q", "--force", f"--output={file}", *arguments], cwd=here, input=text,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
                if done.returncode:
                    raise self.error(re.sub(r"(?<!\S)-:(\d+)(?=:)", lambda found: self._place(code, int(found[1])), done.stdout.strip()))
        return base

    def _place(self, code, line):
        """Where a line of the code is in the document. MyST counts from the beginning of the block."""
        source, offset = code.info(min(line, len(code)) - 1)
        if offset + 1 < self.lineno:
            offset += self.lineno + self.content_offset
        return f"{source}:{offset + 1}"

    def _live(self, given, code):
        if not self.config.qkv_elements:
            raise self.error('qkv: :live: has to know where the elements are\n  try: qkv_elements = "https://…/elements.js" in conf.py')
        attributes = {name: given[name] for name in ("step", "keys") if name in given}
        text = "\n".join(code)
        if "lesson" in given:
            attributes["src"] = given["lesson"]
        elif "file" in given:
            file = Path(self.env.doc2path(self.env.docname)).parent / given["file"]
            attributes["as"], text = file.suffix[1:], file.read_text(encoding="utf-8")
        else:
            attributes["as"] = "py"
        said = "".join(f' {name}="{html.escape(value)}"' for name, value in attributes.items())
        return f"<qkv-lesson{said}>{html.escape(text)}</qkv-lesson>"


def setup(app):
    """Called by Sphinx."""
    app.add_config_value("qkv_elements", "", "env")
    app.add_directive("qkv", Qkv)

    def add_elements(app):
        if app.config.qkv_elements:
            app.add_js_file(app.config.qkv_elements, type="module")

    app.connect("builder-inited", add_elements)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
