"""What a figure's size is spent on, measured from the files: how much of the shorter side is matrix,
how many of the tokens have their label, and how small the smallest letter is.

    python3 tests/figures_measured.py            # all but matplotlib; a line for each that is too small
    python3 tests/figures_measured.py FOLDER     # also a table and pictures, beside matplotlib's

Sizes are 6 to 197 tokens, places those of --for and none. QKV names the program. With a folder it
needs matplotlib, Pillow and rsvg-convert, and writes table.md and sheet-KIND.png there.
"""

import math
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zipfile

root = pathlib.Path(__file__).resolve().parent.parent
qkv = os.environ.get("QKV", str(root / "build" / "qkv"))
KINDS = ("heatmap", "heads", "flow")
PLACES = ("paper", "slides", "beamer", "default")
EVERY_LABEL = (6, 9, 12, 16, 24, 32)
SIZES = EVERY_LABEL + (64, 197)
HEADS = 12
LEAST_SHARE = 0.55
# Points: 6 on paper, 12 pixels of 1080 on a slide, and of the 272 points that a page of beamer is high.
LEAST_LETTER = {"paper": 6, "slides": 6, "beamer": 3, "default": 6}
WORDS = ("[CLS] the un ##believ ##ably in ##ter ##national ##isation of elec ##tro ##ence ##phal "
         "##ography was mis ##under ##stood , she said . and so they all went home again today [SEP]").split()


# ---- inputs -----------------------------------------------------------------------------------

def tokens(count):
    return [WORDS[i % 32] + (str(i // 32) if i >= 32 else "") for i in range(count)]


def weights(heads, count):
    """Rows that sum to 1, of heads that look back, at the first token, at themselves, or around."""
    state, tensor = 12345, []
    for head in range(heads):
        for query in range(count):
            row = []
            for key in range(count):
                state = (1103515245 * state + 12345) % 2147483648
                score = 4 * state / 2147483648 - 2
                if head % 4 == 0 and key == query - 1 or head % 4 == 2 and key == query:
                    score += 5
                if head % 4 == 1 and key == 0:
                    score += 4
                row.append(math.exp(score))
            total = sum(row)
            tensor += [value / total for value in row]
    return tensor


def npy(code, shape, data):
    head = f"{{'descr': '{code}', 'fortran_order': False, 'shape': {shape}, }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data


def write_input(path, heads, count, layers=1):
    names = tokens(count)
    texts = b"".join(name.ljust(16, "\0").encode("utf-32-le") for name in names)
    with zipfile.ZipFile(path, "w") as archive:
        for layer in range(layers):
            values = weights(heads, count)
            shape = (heads, count, count) if heads > 1 else (count, count)
            data = struct.pack(f"<{len(values)}f", *values)
            name = "attention" if layers == 1 else f"layer{layer}"
            archive.writestr(f"{name}.npy", npy("<f4", shape, data))
        archive.writestr("tokens.npy", npy("<U16", (count,), texts))


# ---- what is measured -------------------------------------------------------------------------

class Measured:
    """share: of the shorter side; rows, columns: labels shown; letter: points; apart: of the labels
    of rows, in font sizes; pitch: of rows, points; label: the size of their font."""

    def __init__(self, share, rows, columns, letter, size, apart, pitch, label):
        self.label = label
        self.share, self.rows, self.columns = share, rows, columns
        self.letter, self.size, self.apart, self.pitch = letter, size, apart, pitch

    def cells(self):
        overlap = "" if self.apart > 0.9 else " (overlap)"
        return f"{100 * self.share:.0f} % | {self.rows} {self.columns}{overlap} | {self.letter:.1f}"


def texts_of(path):
    """Of an SVG: width, height, and each text with its place, size and angle."""
    found = []

    def walk(node, size):
        size = float(re.sub("[a-z]", "", node.get("font-size", ""))) if node.get("font-size") else size
        if node.tag.endswith("}text"):
            turn = re.search(r"rotate\((\S+) (\S+) (\S+)\)", node.get("transform", ""))
            place = float(node.get("x")), float(node.get("y"))
            if turn:
                place = float(turn[2]), float(turn[3])
            found.append(("".join(node.itertext()), *place, size, float(turn[1]) if turn else 0))
        for child in node:
            if not child.tag.endswith("}title"):
                walk(child, size)

    tree = xml.etree.ElementTree.parse(path).getroot()
    walk(tree, 0)
    width, height = (float(value) for value in tree.get("viewBox").split()[2:])
    return width, height, found


def labels_along(texts, names, axis):
    """The most labels that are in one line: {number of the token: (place along it, size)}."""
    lines = {}
    for text, x, y, size, angle in texts:
        if text in names and (axis == "x" or angle == 0):
            across, along = (y, x) if axis == "x" else (x, y)
            lines.setdefault(round(across * 2), {})[names.index(text)] = (along, size)
    # Level letters of one line differ in nothing; turned ones are anchored at one height.
    return max(lines.values(), key=len, default={})


def measure(path, kind, count, heads):
    width, height, texts = texts_of(path)
    names = tokens(count)
    rows = labels_along(texts, names, "y")
    if kind == "flow":
        shown = [labels_along([t for t in texts if abs(t[1] - x) < 1], names, "y")
                 for x in sorted({round(t[1], 1) for t in texts if t[0] in names})]
        shown = sorted(shown, key=len)[-2:]
        rows, columns = shown[0], shown[-1]
    else:
        columns = labels_along(texts, names, "x")
    letter = min(t[3] for t in texts)
    if len(rows) < 2:
        return Measured(0, len(rows), len(columns), letter, (width, height), 0, 0, letter)
    first, last = min(rows), max(rows)
    pitch = (rows[last][0] - rows[first][0]) / (last - first)
    near = min(b - a for a, b in zip(sorted(rows), sorted(rows)[1:])) * pitch
    share = pitch * count * math.sqrt(heads) / min(width, height)
    return Measured(share, len(rows), len(columns), letter, (width, height), near / rows[first][1],
                    pitch, rows[first][1])


def draw(folder, kind, place, count, layers=1):
    heads = 1 if kind != "heads" else HEADS
    source = folder / f"{heads}x{count}x{layers}.npz"
    if not source.exists():
        write_input(source, heads, count, layers)
    out = folder / f"{kind}-{count}{'-layers' if layers > 1 else ''}-{place}.svg"
    command = [qkv, "export", source, "--kind", kind, "-o", out, "--force", "-q", "--raw-tokens"]
    subprocess.run(command + (["--for", place] if place != "default" else []), check=True,
                   stderr=subprocess.DEVNULL)
    return out, measure(out, kind, count, heads * layers)


# ---- without matplotlib -----------------------------------------------------------------------

def complaints(figure, place, count, found):
    if found.share < LEAST_SHARE:
        yield f"{figure}: the matrix has {100 * found.share:.0f} % of the shorter side"
    # Panels of a grid may be so small that the least letters have no room.
    has_room = "heads" not in figure or found.pitch >= LEAST_LETTER[place]
    if count in EVERY_LABEL and has_room and (found.rows, found.columns) != (count, count):
        yield f"{figure}: {found.rows} labels of rows and {found.columns} of columns"
    if found.apart < 0.9:
        yield f"{figure}: labels overlap"
    if found.letter < LEAST_LETTER[place] - 0.01:
        yield f"{figure}: the smallest letter has {found.letter:.1f} points"


def check(folder):
    bad = 0
    cases = [(kind, place, count, 1) for kind in KINDS for place in PLACES for count in EVERY_LABEL]
    for kind, place, count, layers in cases + [("heads", place, 24, 12) for place in PLACES]:
        figure = f"{kind} of {count}, {place}" + (", 12 layers" if layers > 1 else "")
        for line in complaints(figure, place, count, draw(folder, kind, place, count, layers)[1]):
            print(line)
            bad += 1
    print(f"{len(cases) + len(PLACES)} figures, {bad} complaints")


# ---- beside matplotlib ------------------------------------------------------------------------

def axes_of_one(grid):
    return grid[0][0]


def by_hand(path, kind, count, size, letter):
    """As people draw it: a title, all labels as large as ours, a colour bar, tight_layout."""
    import matplotlib
    matplotlib.use("svg")
    import matplotlib.pyplot as plt
    from matplotlib.collections import LineCollection
    plt.rcParams["svg.fonttype"] = "none"
    heads = HEADS if kind == "heads" else 1
    values, names = weights(heads, count), tokens(count)
    plt.rcParams["font.size"] = letter
    columns = 1 if heads == 1 else 4 if size[0] >= size[1] else 3
    figure, grid = plt.subplots(heads // columns, columns, squeeze=False,
                                figsize=(size[0] / 72, size[1] / 72))
    matrix = [[values[(h * count + q) * count:][:count] for q in range(count)] for h in range(heads)]
    for head, axes in enumerate(grid.flat):
        if kind == "flow":
            pairs = [(query, key) for query in range(count) for key in range(count)]
            axes.add_collection(LineCollection(
                [[(0, query), (1, key)] for query, key in pairs],
                colors=[(0, 0, 1, min(1, matrix[0][query][key])) for query, key in pairs]))
            axes.set_yticks(range(count), names)
            axes.set_xticks([])
            right = axes.twinx()
            axes.set_ylim(count - 0.5, -0.5)
            right.set_ylim(count - 0.5, -0.5)
            right.set_yticks(range(count), names)
            continue
        image = axes.imshow(matrix[head])
        axes.set_xticks(range(count), names, rotation=90)
        axes.set_yticks(range(count), names)
        if heads == 1:
            figure.colorbar(image)
    figure.suptitle("attention") if heads > 1 else axes_of_one(grid).set_title("attention")
    figure.tight_layout()
    figure.canvas.draw()
    axes = grid[0][0]
    box = axes.get_window_extent()
    side = box.height if kind == "flow" else min(box.width, box.height)
    share = side * math.sqrt(heads) / (min(size) * figure.dpi / 72)
    ticks = [t.get_window_extent() for t in axes.get_yticklabels()]
    apart = box.height / count / (letter * figure.dpi / 72)
    inside = all(t.x0 >= -0.5 and t.y0 >= -0.5 for t in ticks)
    figure.savefig(path)
    plt.close(figure)
    return Measured(share if inside else 0, count, count, letter, size, apart,
                    box.height / count, letter)


def contact_sheet(folder, kind, pictures):
    from PIL import Image, ImageDraw
    wide, high = 380, 300
    sheet = Image.new("RGB", (2 * wide * len(PLACES), (high + 16) * len(SIZES)), "#8a8a8a")
    for (column, row, path) in pictures:
        png = path.with_suffix(".png")
        subprocess.run(["rsvg-convert", "-w", "1400", "-b", "white", path, "-o", png], check=True)
        picture = Image.open(png).convert("RGB")
        picture.thumbnail((wide - 6, high - 4), Image.LANCZOS)
        sheet.paste(picture, (column * wide + 3, row * (high + 16) + 14))
        ImageDraw.Draw(sheet).text((column * wide + 4, row * (high + 16)), path.stem, fill="black")
    sheet.save(folder / f"sheet-{kind}.png")


def compare(folder):
    table = ["| kind | tokens | for | ours: matrix | labels | letter, pt | matplotlib: matrix | labels "
             "| letter, pt |", "|---|---|---|---|---|---|---|---|---|"]
    behind = 0
    for kind in KINDS:
        pictures = []
        for row, count in enumerate(SIZES if kind == "heatmap" else EVERY_LABEL):
            for column, place in enumerate(PLACES):
                path, ours = draw(folder, kind, place, count)
                other = folder / f"matplotlib-{kind}-{count}-{place}.svg"
                theirs = by_hand(other, kind, count, ours.size, ours.label)
                behind += ours.share < theirs.share - 0.005
                table.append(f"| {kind} | {count} | {place} | {ours.cells()} | {theirs.cells()} |")
                pictures += [(2 * column, row, path), (2 * column + 1, row, other)]
        contact_sheet(folder, kind, pictures)
    for place in PLACES:
        _, ours = draw(folder, "heads", place, 24, 12)
        table.append(f"| heads 12×12 | 24 | {place} | {ours.cells()} | | | |")
    table.append(f"\nMatrix smaller than matplotlib's: {behind}.")
    (folder / "table.md").write_text("\n".join(table) + "\n")
    print("\n".join(table))


if len(sys.argv) > 1:
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    compare(folder)
else:
    with tempfile.TemporaryDirectory() as temporary:
        check(pathlib.Path(temporary))
