#!/usr/bin/env python3
"""Reads an SVG that qkv wrote, with an XML parser of its own, and says what it is made of.

  svg.py FILE.svg        each group with its id and how many cells, titles and texts are directly in
                         it; complains of what no browser could use
  svg.py -t FILE.svg     the titles of cells, ribbons and arrows, in order
  svg.py -light FILE.svg, svg.py -dark FILE.svg
                         every colour as a browser shows it to who prefers that
"""
import re
import signal
import sys
import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


def title_of(element):
    found = element.find(SVG + "title")
    return None if found is None else found.text


def walk(element, row=None):
    """Every element with the row that it is in."""
    row = element.get("data-row", row)
    yield element, row
    for child in element:
        yield from walk(child, row)


def check(root):
    wrong, seen = [], set()
    for element, row in walk(root):
        name = element.get("id")
        if name in seen:
            wrong.append("two elements have the id " + name)
        if name:
            seen.add(name)
        if element.get("data-column") is not None:
            if row is None or not row.isdigit() or not element.get("data-column").isdigit():
                wrong.append("a cell without its row")
            if not title_of(element):
                wrong.append("a cell without a title")
        if element.tag == SVG + "g" and not len(element):
            wrong.append("an empty group")
        fill = element.get("fill", "")
        if fill.startswith("url(#") and fill[5:-1] not in {e.get("id") for e in root.iter()}:
            wrong.append("no " + fill)
    return wrong


def summary(group):
    cells = titles = texts = 0
    for element, _ in walk(group):
        if element is group or title_of(element) is None and element.tag != SVG + "text":
            continue
        cells += element.get("data-column") is not None
        titles += title_of(element) is not None
        texts += element.tag == SVG + "text"
    said = [f"{n} {what}" for n, what in ((cells, "cells"), (titles, "titles"), (texts, "texts"))
            if n]
    if group.get("data-head"):
        said.append("head " + group.get("data-head"))
    if group.get("data-layer"):
        said.append("layer " + group.get("data-layer"))
    return ", ".join(said)


def groups(element, depth, most):
    for child in element:
        if child.tag == SVG + "g" and child.get("id") and depth < most:
            print("  " * depth + child.get("id") + ": " + summary(child))
            groups(child, depth + 1, most)


def colors(root, scheme):
    style = root.findtext(SVG + "style") or ""
    rules = {name: color for name, _, color in re.findall(r"\.(c\d+){(fill|stroke):(#\w+)}", style)}
    hidden = {"light": "dark", "dark": "light"}[scheme]

    def paint(element):
        if element.get("class") == hidden:
            return
        own = rules.get(element.get("class")) if scheme == "dark" else None
        for name in ("fill", "stroke", "stop-color"):
            value = element.get(name)
            if value and value.startswith("#"):
                print(name, own or value)
        for child in element:
            if child.tag != SVG + "linearGradient":
                paint(child)
            elif f"url(#{child.get('id')})" in {
                    e.get("fill") for e in root.iter() if e.get("class") != hidden}:
                paint(child)

    paint(root)


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    arguments = sys.argv[1:]
    root = ET.parse(arguments[-1]).getroot()
    if arguments[0] == "-t":
        for element, _ in walk(root):
            if element is not root and title_of(element):
                print(title_of(element))
        return
    if arguments[0] in ("-light", "-dark"):
        colors(root, arguments[0][1:])
        return
    most = int(arguments[0]) if arguments[0].isdigit() else 9
    print(root.get("class"))
    groups(root, 0, most)
    for wrong in sorted(set(check(root))):
        print("wrong: " + wrong)


main()
