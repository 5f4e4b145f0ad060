#!/bin/sh
# Every item of "Try it" has a goal, or says why not, and each goal of the lessons is reached by
# keys: its own way, typed into the walk, is noticed there.
cd "$(dirname "$0")/../.." || exit 1
qkv=${QKV:-build/qkv}
. tests/support/verdict.sh
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
found=$folder/found wrong=$folder/wrong said=$folder/said
export HOME="$folder" XDG_STATE_HOME="$folder/state"

# The items of a lesson without a comment, and "step<TAB>way" of those with a goal.
read_items() {
    awk '
        function done() {
            if (item != "" && item !~ /<!-- (goal|no goal):/) print "bare\t" item
            if (match(item, /reached by: .* -->/)) {
                way = substr(item, RSTART + 12, RLENGTH - 16)
                print "way\t" way
            } else if (item ~ /<!-- goal:/) print "lone\t" item
            item = ""
        }
        /^###? / { done(); on = ($0 == "### Try it"); next }
        !on { next }
        /^- / { done(); item = $0; next }
        item != "" { item = item " " $0 }
        END { done() }' "$1"
}

# "x[0, 1] = 2; hold a zero" as what is typed in the line-by-line walk.
typed() {
    printf '%s\n' "$1" | tr ';' '\n' | sed -e 's/^ *//' -e 's/, /,/g' \
        -e 's/^switch \([0-9]*\) \(.*\)$/s \1\nwhat \2/' -e '/^hold /!s/^\(.*\) = \(.*\)$/edit \1 \2/'
}

for lesson in lessons/[0-9]*.md; do
    name=$(basename "$lesson" .md)
    read_items "$lesson" > "$found"
    grep -v '^way' "$found" > "$wrong"
    ! test -s "$wrong"
    verdict $? "$name: each item has a goal, or says why not" "$wrong"
    sed -n 's/^way	//p' "$found" > "$wrong"
    while read -r way; do
        { typed "$way"; echo quit; } | "$qkv" learn "$lesson" --linear --fresh > "$said" 2>&1
        grep -q '^Try it.*: done' "$said"
        verdict $? "$name: $way" "$said"
    done < "$wrong"
done
# In another way than the lesson's, and the answer is shown from then on.
printf 'hold scores[2,1] 0\nquit\n' |
    "$qkv" learn lessons/01-eight-steps.md --linear --fresh > "$said" 2>&1
grep -q '^Try it 1: done, with one edit' "$said"
verdict $? "a goal is reached in another way" "$said"
verdicts
