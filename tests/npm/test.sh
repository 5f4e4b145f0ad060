#!/bin/sh
# Tests of the npm package: test.sh build/npm installs the newest build/npm/qkv-*.tgz into an empty project and
# uses it there. TRY="node page": of these files alone. A file that ends without its count has failed.
set -u
cd "$(dirname "$0")/../.."
web=build/web packed=$(ls -t "$1"/qkv-*.tgz | head -n 1)
tests/support/modules.sh $web/npm || exit 1
project=$(mktemp -d) said=$(mktemp)
trap 'rm -rf "$project" "$said"' EXIT

echo '{ "name": "empty", "private": true, "type": "module" }' >"$project/package.json"
npm install --prefix "$project" --offline --no-audit --no-fund --loglevel=error "$(realpath "$packed")" >&2 || exit 1

for one in ${TRY:-node command bundle page firefox}; do echo "$one"; done |
    xargs -I {} -P "${JOBS:-2}" node "tests/npm/{}.mjs" $web "$project" 2>&1 | tee "$said"
awk -v files="$(echo ${TRY:-node command bundle page firefox} | wc -w)" '
    /^[0-9]+ passed, [0-9]+ failed$/ { runs++; passed += $1; failed += $3 }
    END {
        failed += files - runs
        print passed + 0 " passed, " failed " failed"
        exit failed > 0 || passed == 0
    }' "$said"
