#!/bin/sh
# The page as .ci/run tries it, and what is made of it: ci.sh web-quick, ci.sh npm-test. Exits 77, and says
# why, where it cannot be tried: nothing to compile it with or to open it in can be had.
set -u
cd "$(dirname "$0")/../.."
tests/support/deps.sh web web-test || { echo "the page cannot be made or opened here: packages are missing"; exit 77; }
tests/support/modules.sh build/web/npm || { echo "the page cannot be driven here: npm fetches nothing"; exit 77; }
exec make --no-print-directory -j2 "$1" CC="${CC:-gcc}"
