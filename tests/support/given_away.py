"""Reads the handouts of lessons as a student does: is an answer in a matrix? Reads the choices of the
handout, of the answers and of the questions for Moodle: have they one order? Standard input is what
`qkv lessons --json` prints."""
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


given_away = 0
for lesson in json.load(sys.stdin):
    name = lesson["name"]
    handout, page = steps(qkv("show", name, "--handout")), steps(qkv("show", name, "--answers"))
    letters = [q[1] for step in sorted(page) for q in questions(page[step]) if q[1]]
    printed = re.findall(r"^\| \( \) [a-z]\) ", "\n".join(sum(handout.values(), [])), re.M)
    rights = [[sign == "=" for sign in re.findall("^([=~])", block, re.M)]
              for block in re.findall(r"\{\n(.*?)\}", qkv("export", name, "--format", "gift"), re.S)
              if re.search("^~", block, re.M)]
    marked = [ord(q[0]) - ord("a") for step in sorted(page) for q in questions(page[step]) if q[1]]
    if len(printed) != sum(map(len, letters)) or [r.index(True) for r in rights] != marked:
        print(f"{name}: the choices have another order")
        given_away += 1
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
