#!/bin/sh
# What the tests take from npm, in the versions of support/npm/package-lock.json, once: modules.sh FOLDER
# makes FOLDER/node_modules.
set -u
folder=$1 list=$(dirname "$0")/npm
cmp -s "$list/package-lock.json" "$folder/package-lock.json" && [ -d "$folder/node_modules/axe-core" ] && exit 0
mkdir -p "$folder"
cp "$list"/package*.json "$folder"
timeout 300 npm ci --prefix "$folder" --no-audit --no-fund --loglevel=error >&2 && exit 0
rm -rf "$folder/node_modules/axe-core"
echo "qkv: what drives a browser could not be fetched from npm" >&2
exit 1
