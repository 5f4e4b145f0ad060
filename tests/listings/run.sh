#!/bin/sh
# The listings beside it, written as people publish them: each must print what it prints under
# Python with torch, which NAME.out keeps (`make parity` compares that). Notebooks must run from
# their first cell, and their saved outputs hold. In checkouts are whole ones: NAME.out is beside
# the file that is run in place.
set -u
cd "$(dirname "$0")" || exit 1
QKV=${QKV:-$(pwd)/../../build/qkv}
printed=$(mktemp)
trap 'rm -f "$printed"' EXIT

check_notebook() {
    if "$QKV" run "$1" >"$printed" 2>&1 && "$QKV" check "$1" >"$printed" 2>&1; then
        echo "ok - $1 runs, and its saved outputs hold"
    else
        echo "not ok - $1 runs, and its saved outputs hold"
        sed 's/^/    /' "$printed"
    fi
}

[ $# -gt 0 ] || set -- *.py *.ipynb $(find checkouts -name "*.out" | sort | sed "s/out$/py/") \
    $(find checkouts -name "*.ipynb" | sort)
for file; do
    if [ "${file%.ipynb}" != "$file" ]; then
        check_notebook "$file"
    elif "$QKV" run "$file" 2>&1 >"$printed" &&
        differences=$(awk -f ../support/drift.awk "$file" "${file%.py}.out" "$printed"); then
        echo "ok - $file prints what Python prints"
    else
        echo "not ok - $file prints what Python prints"
        echo "$differences" | head -20 | sed 's/^/    /'
    fi
done
