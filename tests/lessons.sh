#!/bin/sh
# Every lesson that comes with the program must pass `qkv check`, and without a warning.
set -u
cd "$(dirname "$0")/.."
failed=0
for lesson in lessons/*.md; do
    if said=$(build/qkv check "$lesson" 2>&1) && [ "${said%qkv:*warning:*}" = "$said" ]; then
        echo "ok - $lesson"
    else
        echo "$said"
        echo "not ok - $lesson"
        failed=1
    fi
done
exit $failed
