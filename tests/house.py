#!/usr/bin/env python3
"""What the house measures, in figures that can be compared before and after a change.

    tests/house.py                  of src/ as it stands
    tests/house.py OLD NEW          of several trees, a column for each: git worktree add /tmp/old COMMIT
    tests/house.py --executed ...   also how much of each folder runs when the lessons are used with every
                                    tool, and in the cases of tests/screens: builds each tree for gcov
                                    first, and takes an hour; LESSONS='01-* 19-*' takes some lessons

It reads C as .clang-format leaves it: a function's braces stand in the first column, a type is
`typedef struct Name {` or `struct Name {`. Which tools there are, the program says itself, in its
completion for fish and the examples of its help, which are made of the tables of commands and options.
Nothing fails here; what must hold is in floors.sh and lint.sh.
"""
import concurrent.futures
import glob
import os
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

# Words that name a module as well as its folder and the files in it do: the parts of a row of the
# table of operations, the types of Python, its errors.
ABBREVIATED = {
    "tensor": ("tensor", "op", "dtype", "shape", "index", "infer", "sources", "value",
               "storage"),
    "lang": ("value", "object", "run", "error", "raise", "attribute", "method", "sequence",
             "instance"),
    "tui": ("app", "view"),
}
FUNCTION = re.compile(r"^(static )?[A-Za-z_][\w *]*?[ *](\w+)\([^;{]*\)\n\{\n(.*?)^\}", re.M | re.S)
TYPE = re.compile(r"^typedef (?:struct|enum|union) (\w+) \{", re.M)
PROTOTYPE = re.compile(r"^(?!static|typedef|#)([A-Za-z_][\w *]*?[ *](\w+)\([^;{]*\))[^;{]*;", re.M)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
# What every feature is tempted to put another field into, and what nearly everything includes.
CENTRAL = ("Tensor", "Op", "Entry", "Trace", "Walk", "Run", "FigureRequest", "App")
HEADERS = ("op.h", "tensor.h", "trace.h", "app.h")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


def sources(root):
    texts = {}
    for folder, _, names in os.walk(os.path.join(root, "src")):
        for name in names:
            if name.endswith((".c", ".h")):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    texts[os.path.relpath(path, os.path.join(root, "src"))] = file.read()
    return texts


def python_lines(root):
    total = 0
    for path in glob.glob(os.path.join(root, "src/library/*.py")) + glob.glob(os.path.join(root, "src/library/*.txt")):
        with open(path, encoding="utf-8") as file:
            total += lines_of(file.read())
    return total


def lines_of(text):
    return sum(1 for line in text.split("\n") if line.strip())


def room(path):
    """The room of a floor that a file stands in; what lies beside the rooms is one of its own."""
    parts = path.split("/")
    return parts[1] if len(parts) > 2 else os.path.splitext(parts[-1])[0]


def singular(word):
    return re.sub(r"(?<=i)es$|(?<=ss)es$|s$", "", word).replace("entri", "entry")


def names_its_module(name, prototype, places):
    """Does it begin with a word of its module, or with a type that it takes or gives?

    places: the files of the folder of its header and of the folder where it is written.
    """
    words = [word for place in places for word in re.split(r"[/._]", place)]
    words += [word for place in words for word in ABBREVIATED.get(place, ())]
    words += [re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind).lower().split("_")[0]
              for kind in re.findall(r"\b[A-Z]\w+", prototype)]
    first = singular(name.split("_")[0])
    joined = name.replace("_", "")
    return any(word and (first == singular(word) or len(word) > 5 and joined.startswith(word))
               for word in words)


def arrows_up(texts, floor):
    """How many includes between the rooms of a floor run up. The rooms are put in the order in which
    few do: those that are looked into most, and look out least, at the bottom."""
    looks = {}
    for path, text in texts.items():
        for other in INCLUDE.findall(text) if path.startswith(floor + "/") else ():
            if other.startswith(floor + "/") and room(other) != room(path):
                arrow = room(path), room(other)
                looks[arrow] = looks.get(arrow, 0) + 1
    left, up = {name for arrow in looks for name in arrow}, 0
    while left:
        def surplus(name):
            return sum(count for (above, below), count in looks.items() if above == name and below in left)
        lowest = min(sorted(left), key=surplus)
        up += sum((lowest, other) in looks for other in left)
        left.remove(lowest)
    return f"{up} of {len(looks)}"


def floors_with_rooms(texts):
    """Floors that have rooms."""
    return sorted({path.split("/")[0] for path in texts if path.count("/") > 1})


def floors_up(root, texts):
    """Includes from a floor to one above it in the map, whose rows go from the bottom up."""
    for place in ("src/README.md", "README.md"):
        if os.path.exists(os.path.join(root, place)):
            with open(os.path.join(root, place), encoding="utf-8") as file:
                order = re.findall(r"^\| `src/(\w+)`", file.read(), re.M)
            if order:
                break
    arrows = {(path.split("/")[0], other.split("/")[0]) for path, text in texts.items() if "/" in path
              for other in INCLUDE.findall(text)}
    return sum(above in order and below in order and order.index(above) < order.index(below)
               for above, below in arrows)


def fields_of(texts, name):
    """Fields of a struct; those of a struct or union without a name inside it count, too."""
    for text in texts.values():
        found = re.search(r"^(?:typedef )?struct " + name + r" \{(.*?)^\}", text, re.M | re.S)
        if found:
            body = COMMENT.sub("", found.group(1))
            # A field that is a function is one, whatever its parameters are.
            body = re.sub(r"\((\*\w+)\)\s*\([^;]*\)", r"\1", body)
            body = re.sub(r"(?:struct|union|enum)\s*\w*\s*\{|\[[^\]]*\]", "", body)
            return sum(1 + statement.count(",") for statement in re.split(r";", body)
                       if re.search(r"\w", statement))
    return "-"


def included(texts):
    """Of each file, what it includes at last, as the .d files of a build say as well."""
    direct = {path: {other for other in INCLUDE.findall(text) if other in texts} for path, text in texts.items()}
    reached = {}
    for path in direct:
        seen, left = set(), [path]
        while left:
            for other in direct[left.pop()] - seen:
                seen.add(other)
                left.append(other)
        reached[path] = seen
    return reached


def rebuilt(texts, reached, header):
    """Objects of src/ that a change of the header builds anew."""
    code = [path for path in texts if path.endswith(".c")]
    return f"{sum(any(other.split('/')[-1] == header for other in reached[path]) for path in code)} of {len(code)}"


def in_circles(texts):
    """Files that include each other at last, a .c and the .h of its name being one module: how many
    files are in circles of more than one module, and how many modules the largest has."""
    def module(path):
        return path.rsplit(".", 1)[0]
    looks = {}
    for path, text in texts.items():
        looks.setdefault(module(path), set()).update(
            module(other) for other in INCLUDE.findall(text) if other in texts and module(other) != module(path))
    reaches = {}
    for start in looks:
        seen, left = set(), [start]
        while left:
            for other in looks[left.pop()] - seen:
                seen.add(other)
                left.append(other)
        reaches[start] = seen
    circles = {frozenset({other for other in reaches[start] if start in reaches[other]} | {start})
               for start in looks if start in reaches[start]}
    members = {one for circle in circles for one in circle}
    return f"{sum(module(path) in members for path in texts)}, largest {max(map(len, circles), default=0)}"


# ---- what runs ---------------------------------------------------------------------------------------

# What replaces the words of a command's usage line.
WORDS = {"[LESSON]": ["LESSON"], "LESSON": ["LESSON"], "FILE...": ["LESSON"], "FILE": ["LESSON"],
         "CELL": ["CELL"], "FOLDER": ["gpt2"], "TEXT": ["The cat sat"], "NAME": ["my-lesson"],
         "[LESSON.md]": [], "bash|zsh|fish": ["bash"]}


def tools_of(qkv):
    """Each command: its words, its flags, and its options of one choice out of several."""
    def said(*arguments):
        return subprocess.run([qkv, *arguments], capture_output=True, text=True, check=False).stdout
    script = said("completion", "fish")
    tools = {}
    for name in re.findall(r"__fish_use_subcommand -a (\S+)", script):
        usage = re.search(r"^Usage: qkv \S+ \[OPTIONS\](.*)$", said("help", name), re.M)
        words = [word for place in (usage.group(1).split() if usage else ())
                 for word in WORDS.get(place, [])]
        options = re.findall(rf"_from {name}' -l (\S+)( -s \S)?(?: (-xa) '([^']*)'| (-x|-rF))? -d", script)
        flags = [option for option, _, choice, _, value in options if not choice and not value and option != "help"]
        choices = [(option, one) for option, _, choice, all_of_it, _ in options if choice for one in all_of_it.split()]
        examples = re.findall(r"^  qkv (.*?)(?:  +#.*)?$", said("help", name).split("\nUsage:")[0], re.M)
        tools[name] = {"words": words, "flags": flags, "choices": choices,
                       "examples": [example for example in examples if "|" not in example and "<" not in example]}
    return tools


def last_cell(qkv, lesson):
    """Of the last matrix of a lesson."""
    cells = subprocess.run([qkv, "show", lesson, "--cells"], capture_output=True, text=True, check=False).stdout
    found = re.findall(r"^(\w+)\t(\d+)\t(\d+)\t", cells, re.M)
    return "{}[{},{}]".format(*found[-1]) if found else "x[0,0]"


def runs_of(qkv, tools, lessons):
    """Command lines. Each lesson: each command, each flag of what prints, each kind of figure; the first
    lesson: all flags and all choices; and the examples of the help."""
    formats = ("svg", "png", "pdf")
    for number, lesson in enumerate(lessons):
        meant = {"LESSON": lesson, "CELL": last_cell(qkv, lesson)}
        for name, tool in tools.items():
            if "LESSON" not in tool["words"] and number > 0:
                continue
            line = [name, *(meant.get(word, word) for word in tool["words"])]
            wanted = {"learn": ["--linear"], "present": ["--check"], "export": ["--force"]}.get(name, [])
            yield [*line, *wanted]
            for flag in tool["flags"]:
                if number == 0 or name in ("show", "check", "explain"):
                    yield [*line, *wanted, f"--{flag}"]
            for option, choice in tool["choices"]:
                if option == "kind":
                    file = formats[number % len(formats)] if choice != "worksheet" else "pdf"
                    yield [*line, *wanted, "--kind", choice, "-o", f"x.{file}"]
                elif number == 0 and option != "as": # a lesson is no other file
                    yield [*line, *wanted, f"--{option}", choice]
    for name, tool in tools.items():
        yield from (shlex.split(example, comments=True) for example in tool["examples"])


def said_line_by_line(root):
    """The commands of the walk line by line, from its page of the manual, in the fourth step."""
    page = os.path.join(root, "assets/manual/accessibility.md")
    if not os.path.exists(page):
        return ""
    with open(page, encoding="utf-8") as file:
        words = re.search(r"^Everything can be done.*?^$", file.read(), re.M | re.S).group(0)
    return "go 4\n" + "".join(f"{one}\n" for one in re.findall(r"`([^`]*)`", words))


def executed(root):
    """Lines of each folder that run when every lesson is used with every tool, with the commands of the
    manual, and in the cases of tests/screens."""
    root = os.path.abspath(root)
    build = ["make", "-s", f"-j{os.cpu_count()}", "CC=gcc", "OPT=-O0 --coverage", "B=build/coverage"]
    subprocess.run(build + ["build/coverage/qkv", "build/coverage/tests/test_screens"], cwd=root, check=True)
    for old in glob.glob(os.path.join(root, "build/coverage/**/*.gcda"), recursive=True):
        os.remove(old)
    subprocess.run(["build/coverage/tests/test_screens"], cwd=root, capture_output=True, check=False)
    qkv = os.path.join(root, "build/coverage/qkv")
    lessons = sorted(path for pattern in os.environ.get("LESSONS", "*").split()
                     for path in glob.glob(os.path.join(root, "lessons", pattern + ("" if pattern.endswith(".md") else ".md"))))
    programs = os.path.join(root, "tests/manual/files")
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "share/qkv")
        os.makedirs(data)
        os.symlink(os.path.join(root, "lessons"), os.path.join(data, "lessons"))
        environment = {**os.environ, "XDG_STATE_HOME": folder, "XDG_DATA_DIRS": os.path.join(folder, "share"),
                       "HOME": folder, "TERM": "dumb"}

        def run(numbered):
            number, line = numbered
            here = os.path.join(folder, str(number))
            shutil.copytree(programs, here) if os.path.exists(programs) else os.makedirs(here)
            shutil.copytree(os.path.join(root, "tests/models/gpt2"), os.path.join(here, "gpt2"))
            typed = said_line_by_line(root) if "--linear" in line else ""
            subprocess.run([qkv, *line], cwd=here, capture_output=True, env=environment,
                           input=typed.encode() + b"\n" * 400, check=False)
            shutil.rmtree(here)

        lines = list(enumerate(runs_of(qkv, tools_of(qkv), lessons)))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(run, lines))
    manual = os.path.join(root, "tests/manual/run.sh")
    if os.path.exists(manual): # OLD has none
        subprocess.run([manual], env={**os.environ, "QKV": qkv}, capture_output=True, check=False)
    folders = {}
    for note in glob.glob(os.path.join(root, "build/coverage/**/*.gcno"), recursive=True):
        report = subprocess.run(["gcov", "-n", note], cwd=root, capture_output=True, text=True, check=False).stdout
        for file, share, count in re.findall(r"File 'src/(\S+\.c)'\nLines executed:([\d.]+)% of (\d+)", report):
            for place in {"all of src", file.split("/")[0], os.path.dirname(file)} - {""}:
                done, all_lines = folders.get(place, (0, 0))
                folders[place] = done + float(share) / 100 * int(count), all_lines + int(count)
    return {"executed: command lines": len(lines),
            **{f"executed of {place}": f"{100 * done / count:.0f} % of {count}"
               for place, (done, count) in sorted(folders.items())}}


def measure(root):
    texts = sources(root)
    code = {path: text for path, text in texts.items() if path.endswith(".c")}
    headers = {path: text for path, text in texts.items() if path.endswith(".h")}
    bodies = [match.group(3) for text in texts.values() for match in FUNCTION.finditer(text)]
    lengths = [body.count("\n") for body in bodies]
    homes, module = {}, {}  # where each function is written, and what stands in each folder
    for path, text in texts.items():
        module.setdefault(os.path.dirname(path), []).append(path)
        for match in FUNCTION.finditer(text):
            if not match.group(1):
                homes.setdefault(match.group(2), []).append(path)
    types = [name for text in texts.values() for name in set(TYPE.findall(text))]
    public = {(name, prototype, path) for path, text in headers.items()
              for prototype, name in PROTOTYPE.findall(text)}
    unnamed = [name for name, prototype, path in public
               if not names_its_module(name, prototype, [
                   file for home in [path, *homes.get(name, ())]
                   for file in module[os.path.dirname(home)]])]
    reached = included(texts)
    return {
        "files of C": len(texts),
        "lines of C, without empty ones": sum(map(lines_of, texts.values())),
        "lines of src/library, the same": python_lines(root),
        "functions": len(lengths),
        "lines of a function: median": int(statistics.median(lengths)),
        "  most": max(lengths),
        "  nine of ten have at most": int(statistics.quantiles(lengths, n=10)[8]),
        "  longer than 60": sum(length > 60 for length in lengths),
        "  only one": sum(length == 1 for length in lengths),
        ".c without an opening comment": sum(not text.startswith("//") for text in code.values()),
        ".h without a .c of its name": sum(path[:-1] + "c" not in texts for path in headers),
        "public functions": len(public),
        "  that do not name their module": len(unnamed),
        "names of types that stand for two": sum(types.count(name) > 1 for name in set(types)),
        **{f"fields of {name}": fields_of(texts, name) for name in CENTRAL},
        **{f"objects built anew by {header}": rebuilt(texts, reached, header) for header in HEADERS},
        "files in circles of includes": in_circles(texts),
        "arrows between floors that run up": floors_up(root, texts),
        **{f"  between rooms of {floor}": arrows_up(texts, floor) for floor in floors_with_rooms(texts)},
    }


def main(arguments):
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    roots = [root for root in arguments if root != "--executed"] or [here]
    columns = [measure(root) for root in roots]
    if "--executed" in arguments:
        for column, root in zip(columns, roots):
            column.update(executed(root))
    for name in columns[-1]:
        print(f"{name:40}", *(f"{str(column.get(name, '')):>16}" for column in columns))


if __name__ == "__main__":
    main(sys.argv[1:])
