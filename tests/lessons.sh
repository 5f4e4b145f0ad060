#!/bin/sh
# Every lesson that comes with the program must pass `qkv check`.
set -u
cd "$(dirname "$0")/.."
failed=0
for lesson in lessons/*.md; do
    if build/qkv check "$lesson"; then
        echo "ok - $lesson"
    else
        echo "not ok - $lesson"
        failed=1
    fi
done
exit $failed
