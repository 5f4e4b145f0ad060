#!/bin/sh
# Runs every command that README.md and the pages of assets/manual show, in code and within a line,
# each in a folder of its own with a copy of files/. What asks for a terminal is run line by line.
#
# Words in capitals, as in `qkv help SUBJECT`, mean others; such commands are not run, nor what is
# only named, as `qkv check`, nor what needs the page for browsers. QKV=FILE is another program.
set -u
cd "$(dirname "$0")/../.." || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/files" "$work/files/handed-in"
ln -s "${QKV:-$PWD/build/qkv}" "$work/bin/qkv"
cp -r tests/manual/files/. tests/models/gpt2 tests/models/bert tests/models/vit tests/models/clip "$work/files"
cp -r tests/models/smollm2 "$work/files/SmolLM2-135M"
cp tests/models/pictures/shapes.jpg "$work/files/cat.jpg"
cp "$work/files/attention.py" "$work/files/listing.py"
manual=$PWD/assets/manual
sources="README.md $(ls assets/manual/*.md)"

PATH=$work/bin:$PATH HOME=$work XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state XDG_DATA_DIRS=$work/share XDG_CONFIG_HOME=$work/config
LC_ALL=C.UTF-8
export PATH HOME XDG_DATA_HOME XDG_STATE_HOME XDG_DATA_DIRS XDG_CONFIG_HOME LC_ALL
mkdir -p "$work/share/qkv"
cp -r lessons "$work/share/qkv/lessons"
(cd "$work/files" && qkv new my-lesson >/dev/null && qkv quiz eight-steps --results ann.json --name Ann </dev/null >/dev/null &&
    mv ann.json handed-in/ && cp my-lesson.md my-notes.md && cp my-lesson.md temp.md &&
    yes '' | head -n 20 >answers.txt && mkdir lessons && cp my-lesson.md lessons/)

# Lines that are code, and code within a line; not what is in a fence.
# shellcheck disable=SC2086
commands() {
    awk '
        FNR == 1 { fence = "" }
        fence != "" { if ($0 == fence) fence = ""; next }
        /^```+[a-z]*$/ { fence = $0; sub(/[a-z]+$/, "", fence); next }
        /^    / { sub(/^ +/, ""); sub(/ +# .*/, ""); sub(/ [|] .*/, ""); print; next }
        {
            rest = $0
            while (match(rest, /`[^`]*`/)) {
                print substr(rest, RSTART + 1, RLENGTH - 2)
                rest = substr(rest, RSTART + RLENGTH)
            }
        }' $sources | grep '^qkv ' | grep -vE '(^| )[A-Z]{4,}|…|--format page$' |
        grep -vE '^qkv (learn|show|explain|run|export|check|present|new|grades)$' | sort -u
}

# The same without a terminal.
untyped() { # COMMAND
    case $1 in
    'qkv learn'* | 'qkv model'*) case $1 in *' --linear'* | *' --heads'* | *' -o '*) echo "$1" ;; *) echo "$1 --linear" ;; esac ;;
    'qkv quiz'*' --min '*) echo "! $1" ;; # nothing is answered
    'qkv present'*) case $1 in *' --check'*) echo "$1" ;; *) echo "$1 --check" | sed 's/ --notes//' ;; esac ;;
    *) echo "$1" ;;
    esac
}

commands >"$work/commands"
while IFS= read -r command; do
    rm -rf "$work/here"
    cp -r "$work/files" "$work/here"
    case $command in 'qkv new '*) rm "$work/here/my-"*.md ;; esac
    (cd "$work/here" && sh -c "$(untyped "$command")") </dev/null >"$work/out" 2>"$work/err" && continue
    echo "$command"
    sed 's/^/    /' "$work/err"
done <"$work/commands" >"$work/failed"

cat "$work/failed"
[ ! -s "$work/failed" ] || printf 'not '
echo "ok - each command of README.md and of the manual runs"
count=$(grep -c . "$work/commands")
[ "$count" -gt 80 ] || printf 'not '
echo "ok - they are many: $count"

# Each page is in the list, which has a phrase for each and no other; no command is called like it.
listed=$(sed -nE 's/^- \[(.*)\]\((.*)\.md\): .*/\1 \2/p' "$manual/README.md")
there=$(cd "$manual" && for page in *.md; do
    page=${page%.md}
    case $page in README | template) continue ;; esac
    qkv help | sed -n '/^Commands:/,/^$/p' | grep -q "^  $page " || echo "$page $page"
done)
[ "$(echo "$listed" | sort)" = "$there" ] || { echo "$listed"; printf 'not '; }
echo "ok - assets/manual/README.md lists each page but those of commands"
wrong=$(for name in $(echo "$listed" | cut -d ' ' -f 1); do
    qkv help | sed -n '/^Commands:/,/^$/p' | grep -q "^  $name " && echo "$name is a command, too"
    qkv help "$name" >"$work/page" || echo "no help for $name"
    head -n 1 "$manual/$name.md" | sed 's/^# //' | cmp -s - "$work/page" && echo "$name: nothing but its title"
    [ "$(head -n 1 "$work/page")" = "$(sed -n '1s/^# //p' "$manual/$name.md")" ] || echo "$name begins otherwise"
    [ "$(grep -v '^      ' "$work/page" | wc -L)" -le 80 ] || echo "$name is wider than 80 columns"
done)
[ -z "$wrong" ] || { echo "$wrong"; printf 'not '; }
echo "ok - qkv help prints each page, in 80 columns, code apart"
