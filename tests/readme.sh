#!/bin/sh
# What README.md shows is what the program prints: each ```text block under a comment
# "<!-- shows: COMMAND -->" is the command's output, and the lesson in it passes `qkv check`.
# The files that it links to are there, and its pictures show what the program draws today. UPDATE=1
# writes the blocks anew.
set -u
cd "$(dirname "$0")/.."
PATH=$PWD/build:$PATH
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT

awk '
    skipping { if (/^```$/) { skipping = 0; print }; next }
    { print }
    /^```text$/ && command != "" {
        while ((command | getline line) > 0) print line
        close(command)
        skipping = 1
    }
    { command = "" }
    /^<!-- shows: .* -->$/ { command = substr($0, 13, length($0) - 16) " 2>&1" }
' README.md >"$fresh/README.md"

[ -z "${UPDATE:-}" ] || cp "$fresh/README.md" README.md
if diff README.md "$fresh/README.md"; then
    echo "ok - README.md shows what the program prints"
else
    echo "not ok - README.md shows what the program prints (UPDATE=1 writes it anew)"
fi

awk '/^````markdown$/ { inside = 1; next } /^````$/ { inside = 0 } inside' README.md \
    >"$fresh/lesson.md"
if qkv check "$fresh/lesson.md"; then
    echo "ok - the lesson in README.md passes"
else
    echo "not ok - the lesson in README.md passes"
fi

if tests/look.sh shown | diff assets/pictures.txt -; then
    echo "ok - the pictures in README.md show what the program draws"
else
    echo "not ok - the pictures in README.md show what the program draws (make pictures takes them anew)"
fi

gone=$(grep -oE '\]\([^)#]+\)' README.md | sed 's/^](//; s/)$//' | grep -v '^https\?:' |
    while read -r file; do [ -e "$file" ] || echo "README.md links to $file, which is not there"; done)
[ -z "$gone" ] || { echo "$gone"; printf 'not '; }
echo "ok - what README.md links to is there"
