#!/bin/sh
# Nothing that is shown calls a tensor by a line, by its number among the operations, or by "slice [":
# neither the golden files nor the text and the outline of any lesson. What is typed may have a line.
set -u
cd "$(dirname "$0")/.." || exit 1
QKV=${QKV:-$(pwd)/../build/qkv}
banned='\(line [0-9]|#op[0-9]|slice \['

verdict() { # NAME: of the lines at hand, "not ok" where there are any
    found=$(grep -E "$banned" | head -5)
    if [ -z "$found" ]; then echo "ok - $1"; else echo "not ok - $1"; echo "$found" | sed 's/^/# /'; fi
}

grep -vh '^keys:' screens/*.test | verdict "golden screens"
cat commands/*.test models/*.test | grep '^  [|!]' | verdict "transcripts"
cat figures/*.txt | verdict "figures"
for lesson in ../lessons/*.md; do
    { "$QKV" show "$lesson"; "$QKV" show "$lesson" --outline; } 2>&1 | verdict "$(basename "$lesson")"
done
