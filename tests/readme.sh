#!/bin/sh
# What README.md and the manual show is what the program prints: each ```text block under a comment
# "<!-- shows: COMMAND -->" is the command's output, and the lesson in the manual passes `qkv check`.
# The files that are linked to are there, the pictures show what the program draws today, and each
# file, function and type that src/README.md names is there. UPDATE=1 writes the blocks anew.
# (The commands that they show without output are run by manual/run.sh.)
set -u
cd "$(dirname "$0")/.."
PATH=$PWD/build:$PATH
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT

for page in README.md assets/manual/*.md; do
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
    ' $page >"$fresh/page.md"
    [ -z "${UPDATE:-}" ] || cp "$fresh/page.md" $page
    grep -q '^<!-- shows' $page || continue
    diff $page "$fresh/page.md" || printf 'not '
    echo "ok - $page shows what the program prints (UPDATE=1 writes it anew)"
done

page=assets/manual/writing-lessons.md
awk '/^````markdown$/ { inside = 1; next } /^````$/ { inside = 0 } inside' $page >"$fresh/lesson.md"
[ -s "$fresh/lesson.md" ] && qkv check "$fresh/lesson.md" || printf 'not '
echo "ok - the lesson in $page passes"

tests/look.sh shown | diff assets/pictures.txt - || printf 'not '
echo "ok - the pictures in README.md show what the program draws (make pictures takes them anew)"

[ "$(wc -l <README.md)" -le 200 ] || printf 'not '
echo "ok - README.md has at most 200 lines; the rest is in assets/manual"

gone=$(for page in README.md src/README.md assets/manual/*.md; do
    grep -oE '\]\([^)#]+\)' $page | sed 's/^](//; s/)$//' | grep -v '^https\?:' | while read -r file; do
        [ -e "$(dirname $page)/$file" ] || echo "$page links to $file, which is not there"
    done
done)
[ -z "$gone" ] || { echo "$gone"; printf 'not '; }
echo "ok - what README.md, src/README.md and the manual link to is there"

# ---- the names in src/README.md -------------------------------------------------------------------

cat src/*/*.[ch] src/*/*/*.[ch] >"$fresh/code"
# A function where it is written or declared, in the first column; a type or a table.
names_function() {
    grep -qE "^[A-Za-z][A-Za-z0-9_ *]*[ *]$1\(" "$fresh/code" || grep -qE "^ *def $1\(" src/library/*.py
}
names_type() {
    grep -qE "^(typedef )?(struct|enum|union) $1\b|^} $1;|^typedef .*\b$1(\(|;|\[)" "$fresh/code"
}
names_file() { # what is in a folder called like it counts, too: `node.h`, `tensor`
    for place in $1 src/$1 src/*/$1 src/*/*/$1 tests/$1; do [ -e "$place" ] && return; done
    return 1
}

# The map's own rooms are in floors.sh; the drawing above it is no code within a line.
gone=$(grep -vE '^    ' src/README.md | grep -oE '`[^`]+`' | tr -d '`' | sort -u | while read -r name; do
    case $name in
    *' '* | *'$'* | *=* | *NAME* | @* | -* | build/*) ;;
    *'()') names_function "${name%??}" || echo "no function $name" ;;
    */* | *.h | *.c | *.py | *.sh) names_file "$name" || echo "no file $name" ;;
    [A-Z]*[a-z]*) names_type "$name" || echo "no type $name" ;;
    esac
done)
[ -z "$gone" ] || { echo "$gone"; printf 'not '; }
echo "ok - each file, function and type that src/README.md names is there"

words=$(awk '/^## Words/ { inside = 1; next } /^## / { inside = 0 } inside && /^[|] / && !/^[|] word /' src/README.md)
[ "$(echo "$words" | grep -c .)" -le 40 ] || printf 'not '
echo "ok - the glossary has at most 40 rows"
