#!/bin/sh
# A Homebrew formula for a tarball: brew.sh VERSION TARBALL FILE. RELEASE is the address of the
# folder that the tarball is published in.
set -eu
release=${RELEASE:-https://packages.invalid/qkv}
sum=$({ sha256sum "$2" 2>/dev/null || shasum -a 256 "$2"; } | cut -d ' ' -f 1)
mkdir -p "$(dirname "$3")"
sed -e '1d' -e "s|@RELEASE@|$release|; s|@VERSION@|$1|; s|@SHA256@|$sum|" "$(dirname "$0")/qkv.rb" >"$3.new"
mv "$3.new" "$3"
echo "  wrote  $3"
[ -n "${RELEASE:-}" ] || echo "qkv: it lacks the tarball's address: make brew RELEASE=https://…" >&2
