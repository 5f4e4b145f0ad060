#!/bin/sh
# The listings beside it, written as people publish them: each must print what it prints under
# Python with torch, which NAME.out keeps (`make parity` compares that).
set -u
cd "$(dirname "$0")" || exit 1
QKV=${QKV:-$(pwd)/../../build/qkv}
printed=$(mktemp)
trap 'rm -f "$printed"' EXIT

[ $# -gt 0 ] || set -- *.py
for file; do
    if "$QKV" run "$file" 2>&1 >"$printed" && cmp -s "$printed" "${file%.py}.out"; then
        echo "ok - $file prints what Python prints"
    else
        echo "not ok - $file prints what Python prints"
        diff "${file%.py}.out" "$printed" | head -20 | sed 's/^/    /'
    fi
done
