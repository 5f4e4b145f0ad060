"""tables.py cards FILE COUNT, grades FILE NAME, numbers FILE: CSV as Python's csv reads it; prints what
is wrong."""

import csv
import sys

what, path, *wanted = sys.argv[1:]
with open(path, newline="", encoding="utf-8") as file:
    rows = list(csv.reader(file, strict=True))
widths = {len(row) for row in rows}
if len(widths) != 1:
    print(path, "has rows of", sorted(widths), "fields")
if what == "cards":
    if rows[0] != ["front", "back"]:
        print(path, "begins with", rows[0])
    if len(rows) - 1 != int(wanted[0]):
        print(path, "has", len(rows) - 1, "cards of", wanted[0])
    for front, back in rows[1:]:
        if not front.strip() or not back.strip():
            print(path, "has an empty side:", front[:40], "/", back[:40])
        if front[0] in "=+@" or back[0] in "=+@":
            print(path, "has a formula:", front[:20], "/", back[:20])
elif what == "grades":
    if not any(wanted[0] in row for row in rows):
        print(path, "lost the name", wanted[0], rows)
else:
    cells = [[float(cell) for cell in row[1:]] for row in rows[1:]]
    if not cells:
        print(path, "has no numbers")
