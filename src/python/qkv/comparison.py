"""qkv.check: how far what qkv computes of a recording is from what PyTorch computed when it was recorded."""
import os
import re
import subprocess
from typing import List, NamedTuple

from .program import Problem, find

RELATIVE = 2e-6  # of the largest number of a tensor: what float32 leaves

# Put into the listing: each tensor that gets a name is compared with what was kept of it.
_CHECK = '''
_computed, _calls = load_file({computed!r}), {{}}


def _begin(path):
    _calls[path] = _calls.get(path, 0) + 1
    number = _calls[path]
    return (path + (f"({{number}})" if number > 1 else "") + ".").lstrip(".")


def _seen(key, value):
    if key not in _computed:
        return
    want = _computed.pop(key)
    if tuple(want.shape) != tuple(value.shape) or want.dtype != value.dtype:
        print("\\0", key, "differs", want.dtype, tuple(want.shape), value.dtype, tuple(value.shape))
        return
    want, value = want.double(), value.detach().double()
    same = (want == value) | (want.isnan() & value.isnan())
    far = torch.where(same, 0.0, (want - value).abs()).max().item() if want.numel() else 0.0
    size = want[want.isfinite()].abs().max().item() if want.isfinite().any().item() else 1.0
    print("\\0", key, far / (size or 1.0))
'''
_TELL = 'for _key in _computed: print("\\0", _key, "missing")\n'


class Row(NamedTuple):
    name: str        # "model.h.0.attn.scores": the model, the module in it, the name in the listing
    distance: float  # the largest difference, of the largest number of the tensor; infinite: see `problem`
    problem: str     # "": both have the same shape and dtype


class Comparison:
    """Each tensor that was kept, the furthest apart first."""

    def __init__(self, path: str, rows: List[Row]):
        self.path, self.rows = path, sorted(rows, key=lambda row: -row.distance)

    @property
    def far(self) -> List[Row]:
        """Those that are further apart than single precision explains."""
        return [row for row in self.rows if not row.distance <= RELATIVE]

    def __bool__(self):
        return bool(self.rows) and not self.far

    def __repr__(self):
        shown, more = self.rows[:max(1, min(10, len(self.far)))], len(self.far) - 10
        lines = [f"{self.path}: {len(self.rows)} tensors, {len(self.far)} further than {RELATIVE:g} from what PyTorch computed"]
        lines += [f"  {row.name}: {row.problem or format(row.distance, '.2g') + ' of its largest number'}" for row in shown]
        return "\n".join(lines + ([f"  and {more} more"] if more > 0 else []))


def check(path: str) -> Comparison:
    """Computes a recording again, with the program qkv, and compares each tensor with what was kept.

    Kept is what a GPU computed or what is of 16 bits; all, if it was recorded with `keep=True`.
    """
    folder, name = os.path.split(os.path.abspath(path))
    if not os.path.isfile(path) or not name.endswith(".py"):
        raise Problem(f"{path} is no listing\n  try: the .py that qkv.record wrote")
    computed = re.sub(r"\.py$", ".computed.safetensors", name)
    if not os.path.exists(os.path.join(folder, computed)):
        raise Problem(f"{computed} is not beside {path}\n  try: record it with keep=True, which keeps what was computed")
    with open(path, encoding="utf-8") as file:
        text = _with_comparisons(file.read(), computed)
    done = subprocess.run([find("A comparison"), "run", "--as=py", f"--files={folder}", "-"], input=text, cwd=folder,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False)
    if done.returncode:
        raise Problem(f"{path} does not run to its end\n{done.stderr.strip()}")
    return Comparison(os.fspath(path), [_row(line[2:]) for line in done.stdout.splitlines() if line.startswith("\0")])


def _row(line: str) -> Row:
    name, *rest = line.split(" ", 1)
    if rest[0][0].isdigit() or rest[0] == "nan":
        return Row(name, float(rest[0]), "")
    return Row(name, float("inf"), rest[0] if rest[0] != "missing" else "was not computed")


def _with_comparisons(text: str, computed: str) -> str:
    """The listing, with a comparison behind each statement that gives a name."""
    out, names, is_code, has_given = [], {}, False, False
    for line in text.split("\n"):
        function = re.match(r"( *)def (\w+)\((.*)\):", line)
        if function:
            indent, name, parameters = function.groups()
            is_code, names = name != "assembled", {one: 1 for one in re.split(r",\s*", parameters) if one != "self"}
            out.append(line)
            if is_code:
                path = "self._path" if parameters.split(",")[0] == "self" else repr(name)
                out.append(f"{indent}    _at = _begin({path})")
            continue
        if line.startswith("# %% What"):
            is_code = "computed" in line
            names = names if is_code and has_given else {}  # what is given has names, too
            has_given = True
            out.append("_at = ''")
            if is_code:
                out.append("for _key, _root in [(k, m) for k, m in globals().items() if isinstance(m, nn.Module)]:\n"
                           "    for _name, _part in _root.named_modules():\n"
                           "        _part._path = _key + ('.' if _name else '') + _name")
        out.append(line)
        given = re.match(r"( *)([\w, ]+) = ", line)
        for name in given.group(2).split(", ") if given else ():
            names[name] = names.get(name, 0) + 1
            key = name + (f"@{names[name]}" if names[name] > 1 else "")
            if is_code:
                out.append(f"{given.group(1)}_seen(_at + {key!r}, {name})")
    return "\n".join(out).replace("t = load_file(", _CHECK.format(computed=computed) + "\nt = load_file(", 1) + _TELL
