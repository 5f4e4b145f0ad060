"""Reads the handouts of lessons as a student does: is an answer in a matrix? Reads the choices of all
that is given out: have they the order of the lesson? Standard input is what `qkv lessons --json`
prints."""
import csv
import html
import io
import json
import re
import subprocess
import sys

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def qkv(*words):
    return subprocess.run(["qkv", *words], capture_output=True, text=True, check=True).stdout


def steps(text):
    """The lines of each step, by its number."""
    found, at = {}, 0
    lines = text.split("\n")
    for line, below in zip(lines, lines[1:] + [""]):
        heading = re.match(r"(\d+)\. ", line)
        if heading and re.fullmatch("-+", below):
            at = int(heading[1])
        found.setdefault(at, []).append(line)
    return found


def questions(lines):
    """(answer, [choices]) of each question on an answer page."""
    found = []
    for line in lines:
        if re.match(r"\d+\) ", line):
            found.append([None, []])
        elif found and line.startswith("( ) "):
            found[-1][1].append(line[7:])
        elif found and line.startswith("Answer: "):
            found[-1][0] = line[8:]
    return found


def is_telling(text):
    """Is it met by chance? A whole number of two digits is."""
    return not float(text).is_integer() or abs(float(text)) >= 100


def answers(question):
    answer, choices = question
    if answer and choices:
        text = choices[ord(answer) - ord("a")]
        numbers = NUMBER.findall(text) if re.match(r"[-\d]", text) else []
    else:
        numbers = NUMBER.findall(answer or "")
    return [n for n in numbers if is_telling(n)]


def rows(lines):
    """The rows of the matrices."""
    inside = False
    for line in lines:
        if re.match(r"\S+  \([\d, ]*\)", line) or re.match(r"\S+ = \S+$", line):
            inside = True
            if " = " in line:
                yield line.split(" = ")[1]
        elif not line.strip():
            inside = False
        elif inside:
            yield re.sub(r"^\S+", "", line)


def shows(row, answer):
    places = len(answer.partition(".")[2])
    for cell in row.split():
        if not NUMBER.fullmatch(cell) or not is_telling(cell):
            continue
        if round(float(cell), places) == float(answer):
            return True
    return False


def words(text):
    """What all ways to write a choice have in common."""
    text = re.sub(r"\\[(\[]|\\[)\]]", "", html.unescape(re.sub(r"<[^>]*>", "", text)))
    return re.sub(r"[\W_]", "", text)[:12]


def wordings(name):
    """The choices of a lesson one after another, in each medium."""
    with open(LESSONS[name], encoding="utf-8") as file:
        text = re.sub(r"^(`{3,}).*?^\1$", "", file.read(), flags=re.M | re.S)
    yield "lesson", re.findall(r"^> - \[[ x]\] (.*)", text, re.M)
    for part in "--handout", "--answers":
        yield part, re.findall(r"^(?:\| )?\( \) [a-z]\) (.*)", qkv("show", name, part), re.M)
        yield part + " --md", re.findall(r"^- \[ \] [a-z]: (.*)", qkv("show", name, part, "--md"),
                                         re.M)
        lists = re.findall(r'<ol class="choices">(.*?)</ol>', qkv("show", name, part, "--html"),
                           re.S)
        yield part + " --html", re.findall("<li>(.*?)</li>", "".join(lists), re.S)
    gift = qkv("export", name, "--format", "gift")
    asked = [block for block in re.findall(r"\{\n(.*?)\}", gift, re.S) if "\n~" in "\n" + block]
    yield "gift", re.findall("^[=~](.*)", "\n".join(asked), re.M)
    cards = csv.reader(io.StringIO(qkv("export", name, "--format", "cards")))
    yield "cards", re.findall(r"^ *[a-z]\) (.*)", "\n".join(card[0] for card in cards), re.M)


def order_differs(name):
    media = [(medium, [words(choice) for choice in choices]) for medium, choices in wordings(name)]
    wanted = media[0][1]
    for medium, choices in media[1:]:
        same = len(choices) == len(wanted) and all(
            a.startswith(b) or b.startswith(a) for a, b in zip(choices, wanted))
        if not same:
            print(f"{name}: {medium} has the choices {choices}, the lesson {wanted}")
            return True
    return False


given_away = 0
LESSONS = {}
for lesson in json.load(sys.stdin):
    name = lesson["name"]
    LESSONS[name] = lesson["path"]
    handout, page = steps(qkv("show", name, "--handout")), steps(qkv("show", name, "--answers"))
    given_away += order_differs(name)
    for step in page:
        for question in questions(page[step]):
            for answer in answers(question):
                for later in handout:
                    for row in rows(handout[later]) if later >= step else ():
                        if shows(row, answer):
                            print(f"{name}, step {step}: {answer} in step {later}: {row.strip()}")
                            given_away += 1
if not given_away:
    print("nothing is given away")
