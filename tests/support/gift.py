"""Reads Moodle's GIFT as its description has it (docs.moodle.org, "GIFT format"), knowing nothing
of qkv, and prints each question: its name, its kind and its answers. Exits 1 at what breaks the
rules: a special character that is not escaped, answers that are none."""

import re
import sys

SPECIAL = "~=#{}:"


def split_plain(text, separators):
    """Splits at unescaped characters of `separators`: [(separator, text)]."""
    parts, at, mark, i = [], 0, "", 0
    while i < len(text):
        if text[i] == "\\":
            i += 2
            continue
        if text[i] in separators:
            parts.append((mark, text[at:i]))
            mark, at = text[i], i + 1
        i += 1
    return parts + [(mark, text[at:])]


def find_plain(text, wanted, start=0):
    i = start
    while i < len(text):
        if text[i] == "\\":
            i += 2
            continue
        if text.startswith(wanted, i):
            return i
        i += 1
    return -1


def literal(text, where):
    """The text without its escapes; every special character must have had one."""
    out, i = "", 0
    while i < len(text):
        if text[i] == "\\":
            if i + 1 == len(text) or text[i + 1] not in SPECIAL + "\\n":
                raise ValueError(f"{where}: stray escape in {text!r}")
            out += "\n" if text[i + 1] == "n" else text[i + 1]
            i += 2
            continue
        if text[i] in SPECIAL:
            raise ValueError(f"{where}: {text[i]!r} is not escaped in {text!r}")
        out += text[i]
        i += 1
    return out


def feedback(text, where):
    at = find_plain(text, "#")
    if at < 0:
        return literal(text, where), ""
    return literal(text[:at], where), literal(text[at + 1:], where)


def number(text, where):
    """"value:tolerance" """
    value, _, room = text.partition(":")
    plain = r"-?\d+(\.\d+)?"
    if not re.fullmatch(plain, value.strip()) or not re.fullmatch(plain, room.strip() or "0"):
        raise ValueError(f"{where}: no number: {text!r}")
    if float(room or 0) < 0:
        raise ValueError(f"{where}: tolerance {room}")
    return float(value), float(room or 0)


def numerical(text, where):
    answers = []
    for mark, part in split_plain(text, "="):
        if not mark:
            if part.strip():
                raise ValueError(f"{where}: before the first answer: {part!r}")
            continue
        share = 100
        weight = re.match(r"%(\d+)%", part)
        if weight:
            share, part = int(weight[1]), part[weight.end():]
        at = find_plain(part, "#")
        value, room = number(part if at < 0 else part[:at], where)
        says = "" if at < 0 else literal(part[at + 1:].strip(), where)
        answers.append((share, value, room, says))
    right = [a for a in answers if a[0] == 100]
    if len(right) != 1:
        raise ValueError(f"{where}: {len(right)} right answers")
    for share, value, room, _ in answers:
        if share == 0 and abs(value - right[0][1]) <= right[0][2]:
            raise ValueError(f"{where}: wrong answer {value} counts as right")
    return answers


def choices(text, where):
    answers = []
    for mark, part in split_plain(text, "=~"):
        if not mark:
            if part.strip():
                raise ValueError(f"{where}: before the first answer: {part!r}")
            continue
        answers.append((100 if mark == "=" else 0,) + feedback(part.strip(), where))
    if sum(a[0] == 100 for a in answers) != 1:
        raise ValueError(f"{where}: not one right answer")
    return answers


def question(text):
    match = re.match(r"::", text)
    end = find_plain(text, "::", 2) if match else -1
    if end < 0:
        raise ValueError(f"no name: {text[:60]!r}")
    where = literal(text[2:end], text[:40])
    begin = find_plain(text, "{", end)
    close = find_plain(text, "}", begin)
    if begin < 0 or close < 0 or text[close + 1:].strip():
        raise ValueError(f"{where}: no answers, or text behind them")
    body = text[end + 2:begin]
    if not body.startswith("[html]"):
        raise ValueError(f"{where}: no format")
    asked = literal(body[6:], where)
    inner = text[begin + 1:close]
    general = find_plain(inner, "####")
    reason = literal(inner[general + 4:].strip(), where) if general >= 0 else ""
    inner = inner if general < 0 else inner[:general]
    if inner.startswith("#"):
        kind, answers = "numerical", numerical(inner[1:], where)
    elif inner.strip() in ("TRUE", "FALSE"):
        kind, answers = "truefalse", [(100, inner.strip())]
    else:
        kind, answers = "choice" if "~" in inner else "short", choices(inner, where)
    return where, kind, asked, answers, reason


def main():
    text = sys.stdin.read()
    counts = {}
    names = set()
    for paragraph in re.split(r"\n[ \t]*\n", text):
        lines = [l for l in paragraph.split("\n") if not l.startswith("//")]
        paragraph = "\n".join(lines).strip()
        if not paragraph or paragraph.startswith("$CATEGORY:"):
            continue
        name, kind, asked, answers, reason = question(paragraph)
        if name in names:
            raise ValueError(f"{name}: twice")
        names.add(name)
        counts[kind] = counts.get(kind, 0) + 1
        if "-v" in sys.argv:
            print(f"{kind}: {name}\n  asks {asked!r}")
            for answer in answers:
                print("  ", *answer)
            print("  because", repr(reason))
    print(", ".join(f"{counts[kind]} {kind}" for kind in sorted(counts)))


try:
    main()
except ValueError as error:
    sys.exit(str(error))
