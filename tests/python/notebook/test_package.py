"""The package without PyTorch and without Jupyter: arrays, what a cell stores, figures, the wheel."""
import ast
import hashlib
import html
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import traceback
import venv
import zipfile
from base64 import b64decode, urlsafe_b64encode
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TOP / "src/python"))
import qkv  # noqa: E402
from qkv import arrays, notebook, page, program  # noqa: E402

QKV = os.environ.get("QKV", str(TOP / "build/qkv"))
WORK = tempfile.TemporaryDirectory()
FOLDER = Path(WORK.name)
# A page with the slots of the real one, which `make web` makes.
STUB = """<!doctype html><title>it's "quoted" &amp; <b></title>
<script type="application/json" id="own">null</script><noscript id="paper"><p>paper</p></noscript>
<script type="text/plain" id="lessons">many lessons</script><script type="text/plain" id="program">&'"\\</script>
"""
(FOLDER / "qkv.html").write_text(STUB, encoding="utf-8")
page.PAGES = (FOLDER / "qkv.html",)


class Tensor:
    """What a tensor of PyTorch and an array of NumPy have in common."""

    def __init__(self, values, shape, dtype="torch.float32"):
        self.values, self.shape, self.dtype = values, shape, dtype

    def tolist(self):
        return self.values


def attention(heads, rows, columns):
    """(1, heads, rows, columns), whose rows sum to 1."""
    row = lambda i: [(2 if (i + j) % columns == 0 else 1) / (columns + 1) for j in range(columns)]
    return Tensor([[[row(i + head) for i in range(rows)] for head in range(heads)]], (1, heads, rows, columns))


def read_npy(content):
    length, = struct.unpack("<H", content[8:10])
    header = ast.literal_eval(content[10:10 + length].decode())
    assert content[:8] == b"\x93NUMPY\1\0" and (10 + length) % 64 == 0 and content[9 + length:10 + length] == b"\n", content[:80]
    return header, content[10 + length:]


def refuses(call, *words, kind=qkv.Problem):
    try:
        call()
    except kind as problem:
        assert all(word in str(problem) for word in words), f"{words} not all in: {problem}"
        return
    raise AssertionError("it was not refused")


def own_of(text):
    return json.loads(re.search(r'id="own">(.*?)</script>', text, re.DOTALL).group(1))


def printed(one, *arguments):
    return program.run(QKV, arguments[0], one.name, one.files, *arguments[1:])


# ---- arrays ----------------------------------------------------------------------------------------

def test_arrays_are_npy():
    cases = [
        ([[1.0, 2.5], [3.0, -4.0]], "<f4", (2, 2), struct.pack("<4f", 1, 2.5, 3, -4)),
        (Tensor([0.1], (1,), "float64"), "<f8", (1,), struct.pack("<d", 0.1)),
        ([1, 2, 3], "<i8", (3,), struct.pack("<3q", 1, 2, 3)),
        ([[True, False]], "|b1", (1, 2), b"\1\0"),
        (["a", "été"], "<U3", (2,), "a\0\0été".encode("utf-32-le")),
        (2.0, "<f4", (), struct.pack("<f", 2)),
        (Tensor([], (0, 3)), "<f4", (0, 3), b""),
        ([1, 2.5], "<f4", (2,), struct.pack("<2f", 1, 2.5)),
        ([Tensor([1.0], (1,)), Tensor([2.0], (1,))], "<f4", (2, 1), struct.pack("<2f", 1, 2)),
    ]
    for values, description, shape, body in cases:
        header, content = read_npy(arrays.npy(values))
        assert (header["descr"], header["shape"], content) == (description, shape, body), (values, header, content)


def test_arrays_that_are_none():
    refuses(lambda: arrays.npy([[1.0], [1.0, 2.0]]), "lengths", kind=ValueError)
    refuses(lambda: arrays.npy([[1.0], 2.0]), "lengths", kind=ValueError)
    refuses(lambda: arrays.npy(["a", 1.0]), "strings", kind=TypeError)
    refuses(lambda: arrays.npy([None]), "NoneType", kind=TypeError)


def test_npz_is_the_same_each_time():
    made = [arrays.npz({"x": [1.0], "tokens": ["a"]}) for _ in range(2)]
    assert made[0] == made[1]
    (FOLDER / "two.npz").write_bytes(made[0])
    with zipfile.ZipFile(FOLDER / "two.npz") as file:
        assert file.namelist() == ["x.npy", "tokens.npy"] and file.testzip() is None


# ---- what a cell stores ----------------------------------------------------------------------------

def test_a_cell_has_the_page():
    (FOLDER / "mine.py").write_text('x = "</script>" + \'&\' # <\n', encoding="utf-8")
    shown = qkv.show(FOLDER / "mine.py", keys="]]", height=300)
    frame = shown._repr_html_()
    inside = html.unescape(re.search(r" srcdoc='([^']*)'", frame).group(1))
    assert own_of(inside) == {"name": "mine.py", "text": 'x = "</script>" + \'&\' # <\n', "files": {}, "keys": "]]"}, inside
    assert inside.count("</script>") == STUB.count("</script>")
    assert '<title>it\'s "quoted" &amp; <b></title>' in inside and "&'\"\\</script>" in inside
    assert "many lessons" not in inside and "paper</p>" not in inside
    assert "height: 300px" in frame and 'sandbox="allow-scripts allow-downloads allow-modals"' in frame


def test_a_saved_page_has_the_course():
    (FOLDER / "mine.py").write_text("x = 1\n", encoding="utf-8")
    saved = qkv.show(FOLDER / "mine.py").save(FOLDER / "saved.html").read_text(encoding="utf-8")
    assert "many lessons" in saved and "paper</p>" in saved and own_of(saved)["text"] == "x = 1\n"


def test_files_that_a_listing_reads():
    (FOLDER / "main.py").write_text('import helper, torch\nt = load("w.safetensors")\n# "gone.npy"\n', encoding="utf-8")
    (FOLDER / "helper.py").write_text("x = np.load('h.npy')\nfrom main import t\n", encoding="utf-8")
    for name in "w.safetensors", "h.npy", "other.npy":
        (FOLDER / name).write_bytes(name.encode())
    shown = qkv.show(str(FOLDER / "main.py"))
    assert sorted(shown.files) == ["h.npy", "helper.py", "main.py", "w.safetensors"], sorted(shown.files)
    files = own_of(shown.html())["files"]
    assert b64decode(files["w.safetensors"]) == b"w.safetensors" and "main.py" not in files


def test_no_more_than_3_megabytes():
    name, size = "big.py", page.MOST
    content = page.Page(name, {name: b"", "w.npy": b"\0" * (size * 3 // 4 - 2000)})._repr_html_()
    assert len(json.dumps(content)) <= size and "srcdoc" in content, len(content)
    content = page.Page(name, {name: b"", "w.npy": b"\0" * (size * 3 // 4)})._repr_html_()
    assert "srcdoc" not in content and "3 MB" in content and ".save(" in content and len(content) < 1200, content[:500]


# ---- heads, matrices, figures ----------------------------------------------------------------------

def test_heads_of_all_layers():
    words = "the cat sat".split()
    shown = qkv.heads((attention(4, 3, 3), attention(4, 3, 3)), words)
    screen = printed(shown, "show", "--screen", "--size", "90x24", "--keys", shown.keys)
    assert "4 heads of attentions" in screen and "layer 0" not in screen and "cat" in screen, screen
    again = qkv.heads((layer for layer in (attention(4, 3, 3), attention(4, 3, 3))), words)
    assert again.files == shown.files, "a generator of layers"
    second = qkv.heads((attention(4, 3, 3), attention(2, 3, 3)), words, layer=1)
    assert second.keys == "H]"
    screen = printed(second, "show", "--screen", "--size", "90x24", "--keys", "]]H")
    assert "2 heads of attentions.1" in screen, screen
    one = qkv.heads([attention(2, 3, 3)] * 3, words, include_layers=[2])
    assert "attentions.2" in printed(one, "show", "--plain")


def test_heads_of_two_sentences():
    shown = qkv.heads(cross_attention=(attention(2, 4, 3),), decoder_tokens="a b c d".split(), encoder_tokens="le chat est".split())
    screen = printed(shown, "show", "--screen", "--size", "90x24", "--keys", "H")
    assert "cross_attentions" in screen and "chat" in screen and " d|" in screen, screen


def test_heads_that_are_none():
    refuses(lambda: qkv.heads((attention(2, 3, 3),), ["two", "words"]), "2 tokens", "3 positions")
    refuses(lambda: qkv.heads(cross_attention=(attention(2, 4, 3),), decoder_tokens=["one"]), "1 decoder tokens", "3 and 4")
    refuses(lambda: qkv.heads(), "no attention", "output_attentions")
    refuses(lambda: qkv.heads((None, None)), "attentions has no weights", "eager")
    refuses(lambda: qkv.heads((Tensor([1.0], (1,)),)), "(1,)")


def test_a_matrix_has_labels():
    shown = qkv.heatmap([[0.5, -1.5], [2.0, 0.25]], ["cat", "sat"])
    screen = printed(shown, "show", "--screen", "--size", "90x24")
    assert "weights 2×2" in screen and "cat" in screen and "row cat, column cat" in screen, screen
    assert "weights" in printed(qkv.heatmap([1.0, 2.0]), "show", "--plain")
    refuses(lambda: qkv.heatmap([["a", 1]]), "no matrix")
    refuses(lambda: qkv.heatmap([[1.0]], name="1x"), "no name of Python")


def test_figures():
    os.environ["QKV"] = QKV
    (FOLDER / "fig.py").write_text("import torch\nw = torch.tensor([[1., 2.], [3., 4.]])\nv = w.softmax(-1)\n", encoding="utf-8")
    drawings = [qkv.figure(FOLDER / "fig.py", "w", theme="dark", no_values=True), qkv.figure(FOLDER / "fig.py", ["w", "v"]),
                qkv.figure([[1.0, 2.0]], rows=["r"], columns=["c", "d"]), qkv.figure(qkv.heads((attention(2, 3, 3),)), kind="heads")]
    for one in drawings:
        assert one._repr_svg_().startswith("<svg") and one.svg.rstrip().endswith("</svg>"), one.svg[:100]
    assert len({one.svg for one in drawings}) == 4
    assert ">d<" in drawings[2].svg, drawings[2].svg
    assert drawings[0].save(FOLDER / "w.svg").read_text(encoding="utf-8") == drawings[0].svg
    refuses(lambda: qkv.figure(FOLDER / "fig.py", "wrong"), "no tensor is called 'wrong'", "try:")
    refuses(lambda: qkv.figure(FOLDER / "fig.py", "w", colour="red"), "--colour")
    refuses(lambda: qkv.figure(FOLDER / "gone.py"), "gone.py", "no such file")
    assert callable(qkv.figure) and callable(qkv.show), "a module hides a function"


def test_the_program_is_missing():
    path = os.environ["PATH"]
    try:
        os.environ.pop("QKV", None)
        os.environ["PATH"] = str(FOLDER)
        refuses(lambda: qkv.figure([[1.0]]), "A figure needs the program qkv", "Debian package", "QKV", "qkv.heatmap")
        refuses(lambda: notebook.magic("run", "print(1)"), "%%qkv run needs")
        os.environ["QKV"] = "/no/where"
        refuses(lambda: qkv.figure([[1.0]]), "'/no/where'")
        assert notebook.magic("", "x = 1").files == {"cell.py": b"x = 1"}
    finally:
        os.environ["PATH"], os.environ["QKV"] = path, QKV


def test_the_page_is_missing():
    before, page.PAGES = page.PAGES, ()
    try:
        refuses(lambda: qkv.heatmap([[1.0]])._repr_html_(), "qkv.html", "make wheel")
    finally:
        page.PAGES = before


# ---- the wheel -------------------------------------------------------------------------------------

def made_wheel(name):
    folder = FOLDER / name
    folder.mkdir()
    wheel = folder / "qkv-9.8.7-py3-none-any.whl"
    subprocess.run([sys.executable, TOP / "src/python/wheel.py", "9.8.7", FOLDER / "qkv.html", wheel], check=True)
    return wheel


def test_the_wheel():
    wheel = made_wheel("wheel")
    assert wheel.read_bytes() == made_wheel("again").read_bytes()
    with zipfile.ZipFile(wheel) as file:
        assert file.testzip() is None
        record = dict(line.split(",", 1) for line in file.read("qkv-9.8.7.dist-info/RECORD").decode().splitlines())
        assert sorted(record) == sorted(file.namelist())
        for name, said in record.items():
            content = file.read(name)
            digest = urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            assert said == ("," if name.endswith("RECORD") else f"sha256={digest},{len(content)}"), name
        assert file.read("qkv/qkv.html") == STUB.encode()
        assert b"\nVersion: 9.8.7\n" in file.read("qkv-9.8.7.dist-info/METADATA")


def test_pip_installs_it():
    try:
        venv.create(FOLDER / "venv", with_pip=True)
    except (subprocess.CalledProcessError, SystemExit):  # Debian has what that takes in a package of its own
        return "no venv with pip"
    python = FOLDER / "venv/bin/python"
    wheel = made_wheel("install")
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-index", "--disable-pip-version-check", wheel], check=True, cwd=FOLDER)
    said = subprocess.run([python, "-c", "import qkv; print(qkv.__version__, len(qkv.heatmap([[1.0]])._repr_html_()) > 500); "
                           "from qkv import page; print(page.template() == open('qkv.html').read())"],
                          check=True, cwd=FOLDER, stdout=subprocess.PIPE, encoding="utf-8").stdout
    assert said == "9.8.7 True\nTrue\n", said
    return None


failed = 0
for name, test in [one for one in globals().items() if one[0].startswith("test_")]:
    words = "the Python package: " + name[5:].replace("_", " ")
    try:
        skipped = test()
        print(f"ok - {words}" + (f" # SKIP {skipped}" if skipped else ""))
    except Exception:  # whatever it is, it is the test's
        failed += 1
        print(f"not ok - {words}\n" + "".join("# " + line + "\n" for line in traceback.format_exc().splitlines()))
sys.exit(failed > 0)
