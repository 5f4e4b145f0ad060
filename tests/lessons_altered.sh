#!/bin/sh
# A lesson promises that its numbers are checked. So change one number in its code or its outputs,
# and `qkv check` must fail. Here a sample of them is changed, one at a time; EVERY=1 changes each.
#
# Left out is what may be another number: how near is near enough (atol=, rtol=), and lists of labels.
set -u
cd "$(dirname "$0")/.." || exit 1
EVERY=${EVERY:-41}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# Prints the lesson with number `which` changed in its last digit; with which=0 how many there are.
alter() {
    awk -v which="$1" '
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
                if ((done before) !~ /([A-Za-z_0-9]|[ar]tol=)$/ && line !~ /^[A-Za-z_]/ && ++count == which)
                    number = changed(number)
                done = done before number
            }
            return done line
        }
        /^```/ { checked = !inside && ($0 ~ /^```(python|output)$/); inside = !inside; print_it($0); next }
        checked && !/^[a-z_]+ = \[("[^"]*"(, )?)+\]$/ { print_it(with_change($0)); next }
        { print_it($0) }
        function print_it(line) { if (which) print line }
        END { if (!which) print count + 0 }' "$2"
}

for lesson in lessons/*.md; do
    total=$(alter 0 "$lesson")
    copy=$folder/$(basename "$lesson")
    which=$(((EVERY + 1) / 2)) tried=0 missed=
    while [ "$which" -le "$total" ]; do
        alter "$which" "$lesson" >"$copy"
        tried=$((tried + 1))
        if build/qkv check "$copy" >/dev/null 2>&1; then
            missed="$missed$(diff "$lesson" "$copy" | sed -n 's/^> /# nobody notices: /p')
"
        fi
        which=$((which + EVERY))
    done
    if [ -n "$missed" ] || [ "$tried" = 0 ]; then
        echo "not ok - $lesson: $tried of $total numbers changed"
        printf '%s' "$missed"
        failed=1
    else
        echo "ok - $lesson: $tried of $total numbers changed, each noticed"
    fi
done
exit $failed
