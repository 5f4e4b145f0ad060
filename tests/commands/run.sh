#!/bin/sh
# Runs the transcripts beside it: a command line, then what it prints and how it exits.
#
#   run.sh [FILE.test …]
#
# In a transcript, text at the margin says what is tested. Indented by two blanks follow
#   $ a shell command, run in a folder of its own with a copy of files/ (FILES= names another)
#   > more lines of it
#   | a line of its standard output
#   ! a line of its standard error
#   [1] its exit code, when that is not 0
# "{any}" in a line means any text, a line "{lines}" any number of lines.
set -u
cd "$(dirname "$0")" || exit 1
QKV=${QKV:-$(pwd)/../../build/qkv}
here=$(pwd)
files=${FILES:-$here/files}
[ $# -gt 0 ] || set -- "$here"/*.test

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$QKV" "$work/bin/qkv"
GIFT=$here/../support/gift.py GIVEN_AWAY=$here/../support/given_away.py SVG=$here/../support/svg.py; export GIFT GIVEN_AWAY SVG
PATH=$work/bin:$PATH HOME=$work XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state XDG_DATA_DIRS=$work/none XDG_CONFIG_HOME=$work/config
LC_ALL=C.UTF-8
export QKV PATH HOME XDG_DATA_HOME XDG_STATE_HOME XDG_DATA_DIRS XDG_CONFIG_HOME LC_ALL
unset NO_COLOR LINES COLUMNS CDPATH 2>/dev/null

# FILE.test -> N.name N.command N.out N.err N.exit in the working folder
split_transcript() {
    awk -v to="$2/" '
        /^  \$ / { close(out); close(err); close(command); n++
                   command = to n ".command"; out = to n ".out"; err = to n ".err"
                   print name > (to n ".name"); close(to n ".name")
                   print substr($0, 5) > command; printf "" > out; printf "" > err
                   next }
        /^  > /    { print substr($0, 5) > command; next }
        /^  \|/    { print substr($0, 5) > out; next }
        /^  !/     { print substr($0, 5) > err; next }
        /^  \[/    { gsub(/[^0-9]/, ""); print > (to n ".exit"); close(to n ".exit"); next }
        /^[^ #]/   { name = $0; sub(/[.:]$/, "", name) }
        /^ +[^ ]/  { print FILENAME ":" FNR ": what is this line?" > "/dev/stderr"; exit 1 }
    ' "$1"
}

# Says how ACTUAL differs from EXPECTED, or nothing.
compare() {
    awk -v what="$3" '
        FILENAME == ARGV[1] { want[++wants] = $0; next }
        { got[++gots] = $0 }
        function same(pattern, text,    at, rest) {
            while ((at = index(pattern, "{any}")) > 0) {
                if (substr(text, 1, at - 1) != substr(pattern, 1, at - 1)) return 0
                text = substr(text, at); pattern = substr(pattern, at + 5)
                if (pattern == "") return 1
                rest = pattern; sub(/\{any\}.*/, "", rest)
                at = index(text, rest)
                if (pattern == rest) { at = length(text) - length(rest) + 1 }
                if (at < 1) return 0
                text = substr(text, at)
            }
            return text == pattern
        }
        function match_from(w, g,    i) {
            while (w <= wants && want[w] != "{lines}") {
                if (g > gots || !same(want[w], got[g])) { if (g > far) { far = g; wanted = w } ; return 0 }
                w++; g++
            }
            if (w > wants) { if (g > gots) return 1; if (g > far) { far = g; wanted = w }; return 0 }
            for (i = g; i <= gots + 1; i++) if (match_from(w + 1, i)) return 1
            return 0
        }
        END {
            far = 0
            if (match_from(1, 1)) exit
            print what ", line " far ":"
            print "  wanted: " (wanted > wants ? "(nothing more)" : want[wanted])
            print "  got:    " (far > gots ? "(nothing more)" : got[far])
        }' "$1" "$2"
}

. "$here/../support/verdict.sh"
for transcript in "$@"; do
    folder=$work/$(basename "$transcript" .test)
    mkdir "$folder" "$folder/cases" "$folder/in"
    [ -d "$files" ] && cp -R "$files/." "$folder/in/"
    split_transcript "$transcript" "$folder/cases" || { verdict 1 "$transcript" /dev/null; continue; }
    n=1
    while [ -f "$folder/cases/$n.command" ]; do
        case=$folder/cases/$n
        (cd "$folder/in" && sh "$case.command" >"$case.real-out" 2>"$case.real-err" </dev/null)
        code=$?
        # A sanitizer says so of itself, once a generator runs.
        sed -i "/WARNING: ASan doesn.t fully support makecontext/d" "$case.real-err" "$case.real-out"
        wanted=$(cat "$case.exit" 2>/dev/null || echo 0)
        {
            compare "$case.out" "$case.real-out" "standard output"
            compare "$case.err" "$case.real-err" "standard error"
            [ "$code" = "$wanted" ] || echo "exit code $code, wanted $wanted"
        } >"$case.trouble"
        name="$(basename "$transcript" .test): $(cat "$case.name")"
        sed 's/^/$ /' "$case.command" | cat - "$case.trouble" >"$case.said"
        [ ! -s "$case.trouble" ]
        verdict $? "$name" "$case.said"
        n=$((n + 1))
    done
done
verdicts
