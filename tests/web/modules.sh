#!/bin/sh
# What drives a browser and what finds faults in a page, from npm, once: modules.sh build/web
set -u
modules=$1/npm
[ ! -d "$modules/node_modules/axe-core" ] || exit 0
mkdir -p "$modules"
timeout 300 npm install --prefix "$modules" --no-audit --no-fund --loglevel=error \
    puppeteer-core@24.1.0 axe-core@4.10.2 >&2 && exit 0
rm -rf "$modules/node_modules/axe-core"
echo "qkv: what drives a browser could not be fetched from npm" >&2
exit 1
