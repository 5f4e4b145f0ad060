#!/bin/sh
# Tests of the page: test.sh build/web runs all of them, two files at a time, the longest first, and
# says of each test when it is over. QUICK=1: those that .ci/run has time for. TRY="access places": of
# these files alone. A file that ends without its count has failed.
set -u
cd "$(dirname "$0")/../.."
folder=$1
tests/support/modules.sh "$folder/npm" || exit 1
said=$(mktemp)
trap 'rm -f "$said"' EXIT

files() {
    if [ -n "${TRY:-}" ]; then
        for one in $TRY; do all | grep "^$one"; done
    else
        all
    fi
}

all() {
    cat <<'END'
language 1 2
language 2 2
terminal
walks keys
walks mouse
walks touch
access light
access dark
places
place
front
class
files
safe
small
END
    [ -n "${QUICK:-}" ] || echo firefox
}

files | FOLDER=$folder xargs -L 1 -P "${JOBS:-2}" sh -c 'node "tests/web/$0.mjs" "$FOLDER" "$@" 2>&1' | tee "$said"
awk -v files="$(files | wc -l)" '
    /^[0-9]+ passed, [0-9]+ failed$/ { runs++; passed += $1; failed += $3 }
    END {
        failed += files - runs
        print passed + 0 " passed, " failed " failed"
        exit failed > 0 || passed == 0
    }' "$said"
