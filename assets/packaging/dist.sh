#!/bin/sh
# The source as a tarball: dist.sh VERSION FILE. Of one commit always the same bytes.
set -eu
cd "$(dirname "$0")/../.."
git rev-parse --quiet --verify HEAD >/dev/null || {
    echo "qkv: a tarball is made from a commit, and there is none here" >&2
    exit 1
}
mkdir -p "$(dirname "$2")"
git -c tar.umask=022 archive --format=tar --prefix="qkv-$1/" HEAD | gzip -9n >"$2.new"
mv "$2.new" "$2"
echo "  wrote  $2"
