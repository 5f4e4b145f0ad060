#!/bin/sh
# Every lesson that comes with the program must pass `qkv check`, and without a warning; and those of
# one part of the course are listed together.
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
twice=$(build/qkv lessons | grep '^[A-Z]' | sort | uniq -d)
if [ -z "$twice" ]; then
    echo "ok - each part of the course is listed once"
else
    echo "not ok - listed twice: $twice"
    failed=1
fi
exit $failed
