#!/bin/sh
# Tests of the page: test.sh build/web NAME…, the unit tests that were compiled to wasm. In node, then
# in Chromium; puppeteer-core and axe-core come from npm, into build/web/npm, once.
set -u
cd "$(dirname "$0")/../.."
folder=$1
shift
modules=$folder/npm
[ -d "$modules/node_modules/axe-core" ] ||
    npm install --prefix "$modules" --no-audit --no-fund --loglevel=error puppeteer-core@24.1.0 axe-core@4.10.2 >&2 ||
    { echo "qkv: what drives a browser could not be fetched from npm" >&2; exit 1; }
said=$(mktemp)
trap 'rm -f "$said"' EXIT
{ node tests/web/unit.mjs "$folder" "$@"; node tests/web/page.mjs "$folder/qkv.html" "$folder/pictures" "$@"; } 2>&1 |
    cut -c 1-300 | tee "$said"
awk '/^[0-9]+ passed, [0-9]+ failed$/ { runs++; passed += $1; failed += $3 }
    END { print passed + 0 " passed, " failed + (runs < 2 ? 1 : 0) " failed"; exit failed > 0 || runs < 2 }' "$said"
