#!/bin/sh
# All help in Markdown, as assets/help/help.sh makes it: nothing that the program has to say is missing, and
# llms.txt has the form of https://llmstxt.org.
set -u
cd "$(dirname "$0")/../.." || exit 1
qkv=${QKV:-$PWD/build/qkv}
. tests/support/verdict.sh
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
export XDG_STATE_HOME="$work/state" LC_ALL=C.UTF-8
said=$work/said help=$work/help
assets/help/help.sh "$qkv" "$help" >"$said" 2>&1
verdict $? "the help is made" "$said"

quiet() { # NAME: nothing was said
    [ ! -s "$said" ]
    verdict $? "$1" "$said"
}

awk '
    NR == 1 && !/^# [^ ]/ { print "1: no title" }
    NR == 3 && !/^> [^ ]/ { print "3: no summary" }
    /^#/ && NR > 1 && !/^## [^ ]/ { print NR ": a heading that is not of the second level" }
    /^## / { listed = 1; sections++; next }
    listed && !/^$/ && !/^- \[[^]]+\]\([^) ]+\): [^ ]/ { print NR ": no link with its note: " $0 }
    END { if (sections < 3) print sections + 0 " sections" }' "$help/llms.txt" >"$said"
quiet "llms.txt: a title, a summary, and then lists of links"
grep -oE '\]\([^)]*' "$help"/*.md "$help/llms.txt" | sed 's/.*(//' | while read -r address; do
    case $address in http*) continue ;; esac
    [ -s "$help/$address" ] || echo "$address is not there"
done >"$said"
quiet "each link leads to a file"
(cd "$help" && ls ./*.md | sed 's|./||' | while read -r file; do grep -qF "($file)" llms.txt || echo "$file"; done) >"$said"
quiet "and llms.txt leads to each"

# Of each command all lines that are not wrapped text; of each subject its heading; all options.
"$qkv" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' >"$work/commands"
while read -r command; do
    "$qkv" help "$command" | grep -E '^(Usage:| +(-[a-zA-Z], )?--[a-z])' | while IFS= read -r line; do
        grep -qF -e "$line" "$help/qkv.md" || echo "$command: $line"
    done
done <"$work/commands" >"$said"
[ "$(wc -l <"$work/commands")" -ge 14 ] || echo "few commands" >>"$said"
quiet "each command is in it, with each of its options"
for subject in $("$qkv" help | sed -n '/^Subjects:/,/^$/s/^  \([a-z-]*\) .*/\1/p'); do
    grep -qF "## $("$qkv" help "$subject" | head -n 1)" "$help/qkv.md" || echo "$subject"
done >"$said"
quiet "and each subject"
"$qkv" lessons --names | while read -r lesson; do grep -qx -e "- $lesson" "$help/qkv.md" || echo "$lesson"; done >"$said"
quiet "and each lesson"
if [ -d build/help ] && [ build/help/llms.txt -nt build/qkv ]; then
    diff -r build/help "$help" >"$said"
    verdict $? "what \`make help\` made is the same" "$said"
fi
verdicts
