"""The page, qkv.html, with a listing and its files inside, as a notebook shows it."""
import json
import re
import tempfile
import webbrowser
from base64 import b64encode
from html import escape
from pathlib import Path
from typing import Dict

from .program import Problem

MOST = 3_000_000  # bytes that a cell stores
SLOT = '<script type="application/json" id="own">'
HERE = Path(__file__).parent
PAGES = HERE / "qkv.html", HERE.parents[2] / "build/web/qkv.html"  # of the wheel; of the source

FRAME = """<iframe title="qkv: {title}" sandbox="allow-scripts allow-downloads allow-modals" \
allow="fullscreen; clipboard-write" loading="lazy" \
style="width: 100%; height: {height}px; border: 1px solid #8886; box-sizing: border-box" srcdoc='{page}'></iframe>"""
TOO_LARGE = """<p><b>qkv:</b> {title} is not shown here: with it this cell would store {size:.1f} MB, and at most \
{most:.0f} MB are stored.<br>Try: less of it (<code>only=</code> or <code>steps=1</code> of a recording, \
<code>include_layers=</code> of heads); or <code>.open()</code>, which opens it in the browser, or \
<code>.save("walk.html")</code>; or <code>qkv.record("run.py", model)</code>, which the program opens in a \
terminal: <code>qkv learn run.py</code>.</p>"""


def template() -> str:
    for path in PAGES:
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise Problem("the page, qkv.html, is not beside this package\n"
                  "  try: `make wheel` in the source of qkv, and pip install of what it makes")


def filled(page: str, begin: str, end: str, content: str) -> str:
    """The page with other content between these two, which are there once each."""
    start = page.index(begin) + len(begin)
    return page[:start] + content + page[page.index(end, start):]


class Page:
    """A listing, lesson, notebook or file of tensors in the page: a notebook shows it as it is."""

    def __init__(self, name: str, files: Dict[str, bytes], keys: str = "", height: int = 640):
        self.name, self.files, self.keys, self.height = name, files, keys, height

    def html(self, with_course: bool = True) -> str:
        """The whole page. The course's lessons are a quarter of it."""
        is_text = re.search(r"\.(py|md|ipynb)$", self.name)
        others = {name: b64encode(content).decode() for name, content in self.files.items()
                  if name != self.name or not is_text}
        text = self.files[self.name].decode("utf-8") if is_text else ""
        own = {"name": self.name, "text": text, "files": others, "keys": self.keys}
        page = filled(template(), SLOT, "</script>", json.dumps(own).replace("<", "\\u003c"))
        if not with_course:
            page = filled(page, '<script type="text/plain" id="lessons">', "</script>", "")
            page = filled(page, '<noscript id="paper">', "</noscript>", "")
        return page

    def _repr_html_(self) -> str:
        page = self.html(with_course=False).replace("&", "&amp;").replace("'", "&#39;")
        frame = FRAME.format(title=escape(self.name), height=int(self.height), page=page)
        size = len(json.dumps(frame))  # as the notebook's file has it
        if size > MOST:
            return TOO_LARGE.format(title=escape(self.name), size=size / 1e6, most=MOST / 1e6)
        return frame

    def __repr__(self) -> str:
        return f"<qkv page of {self.name}: a notebook shows it; .open() opens it in a browser, .save(path) keeps it>"

    def save(self, path) -> Path:
        """Writes the page, with the course, as one file that runs anywhere without a network."""
        if Path(path).suffix.lower() not in (".html", ".htm"):
            raise Problem(f"{path} would be a page\n  try: a name that ends with .html; qkv.figure(…) draws figures")
        Path(path).write_text(self.html(), encoding="utf-8")
        return Path(path)

    def open(self) -> Path:
        """Opens the page in a browser, from a file among the temporary ones."""
        path = self.save(Path(tempfile.mkdtemp(prefix="qkv-"), Path(self.name).stem + ".html"))
        webbrowser.open(path.as_uri())
        return path
