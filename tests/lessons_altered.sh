#!/bin/sh
# A lesson promises that its numbers are checked. So change one number, and `qkv check` must fail.
# A sample of them is changed, one at a time; EVERY=1 changes each. Twice:
#
# - Without the seal, in code and in outputs: there `qkv check` computes what is right. Left out is
#   what may be another number: how near is near enough (atol=, rtol=), lists of labels, and
#   the cases that a loop tries.
# - With the seal, wherever there is a digit: headings, prose, wrong choices, names.
set -u
cd "$(dirname "$0")/.." || exit 1
EVERY=${EVERY:-23}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r lessons/*/ "$folder" # what lessons read: without it all of them fail, altered or not
failed=0

# Prints the lesson with number `which` changed in its last digit; with which=0 how many there are.
alter() {
    awk -v which="$1" -v sealed="$3" '
        function changed(number, last) {
            match(number, /[0-9][^0-9]*$/)
            last = substr(number, RSTART, 1)
            return substr(number, 1, RSTART - 1) (last == 9 ? 8 : last + 1) substr(number, RSTART + 1)
        }
        function with_change(line, done, number, before) {
            done = ""
            while (match(line, /[0-9]+([.][0-9]*)?(e[-+]?[0-9]+)?/)) {
                before = substr(line, 1, RSTART - 1)
                number = substr(line, RSTART, RLENGTH)
                line = substr(line, RSTART + RLENGTH)
                if (is_checked(done before, line) && ++count == which) number = changed(number)
                done = done before number
            }
            return done line
        }
        function is_checked(before, behind) {
            return sealed || (before !~ /([A-Za-z_0-9]|[ar]tol=)$/ && behind !~ /^[A-Za-z_]/)
        }
        /^<!-- seal:/ { is_seal = 1 }
        is_seal { if (sealed) print_it($0); next }
        sealed { print_it(with_change($0)); next }
        /^```/ { checked = !inside && ($0 ~ /^```(python|output)$/); inside = !inside; print_it($0); next }
        checked && !/^[a-z_]+ = \[("[^"]*"(, )?)+\]$/ && !/^for [a-z_]+ in \([0-9, ]+\):$/ { print_it(with_change($0)); next }
        { print_it($0) }
        function print_it(line) { if (which) print line }
        END { if (!which) print count + 0 }' "$2"
}

# try LESSON SEALED WORDS
try() {
    total=$(alter 0 "$1" "$2")
    copy=$folder/$(basename "$1")
    cp "$1" "$copy"
    if ! build/qkv check "$copy" >/dev/null 2>&1; then
        echo "not ok - $1: it passes where its numbers are changed"
        failed=1
        return
    fi
    which=$((((total < EVERY ? total : EVERY) + 1) / 2)) tried=0 missed=
    while [ "$which" -le "$total" ]; do
        alter "$which" "$1" "$2" >"$copy"
        tried=$((tried + 1))
        if build/qkv check "$copy" >/dev/null 2>&1; then
            missed="$missed$(diff "$1" "$copy" | sed -n 's/^> /# nobody notices: /p')
"
        fi
        which=$((which + EVERY))
    done
    if [ -n "$missed" ] || [ "$tried" = 0 ]; then
        echo "not ok - $1: $tried of $total numbers $3"
        printf '%s' "$missed"
        failed=1
    else
        echo "ok - $1: $tried of $total numbers $3, each noticed"
    fi
}

for lesson in ${LESSONS:-lessons/*.md}; do
    try "$lesson" 0 "in code and outputs changed"
    try "$lesson" 1 "changed, sealed"
done
exit $failed
