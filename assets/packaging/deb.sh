#!/bin/sh
# A Debian package, and one with its debug symbols: deb.sh VERSION FOLDER. What is to be packaged is
# what `make install` installs, and the page PAGE, which `make web` makes; what it depends on is what
# its program links with.
set -eu
cd "$(dirname "$0")/../.."
version=$1 out=$2
maintainer=${DEBFULLNAME:-The qkv authors}" <${DEBEMAIL:-qkv@packages.invalid}>"
machine=$(dpkg --print-architecture)
when=$(git log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH="$when"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/qkv symbols=$work/symbols
doc=$root/usr/share/doc/qkv

case ${MAKEFLAGS:-} in *-j*) jobs= ;; *) jobs=-j$(getconf _NPROCESSORS_ONLN) ;; esac
make() { command make --no-print-directory LDFLAGS="-Wl,--build-id=sha1 -Wl,-z,relro,-z,now" "$@"; }
# shellcheck disable=SC2086
make $jobs all $PAGE
make install DESTDIR="$root" PREFIX=/usr >/dev/null
find "$root/usr/share/qkv" -name '*.py' -exec chmod 644 {} +
if [ -n "$PAGE" ]; then
    install -m 644 "$PAGE" "$root/usr/share/qkv/qkv.html"
else
    echo "  left out: the page for browsers, since PAGE= is empty; \`make deb\` alone builds and packs it"
fi
gzip -9n "$root/usr/share/man/man1/qkv.1"

# The symbols are where gdb looks for them.
program=$root/usr/bin/qkv
id=$(readelf -n "$program" | sed -n 's/.*Build ID: //p')
debug=$symbols/usr/lib/debug/.build-id/$(echo "$id" | cut -c 1-2)/$(echo "$id" | cut -c 3-).debug
mkdir -p "$(dirname "$debug")" "$symbols/usr/share/doc" "$doc"
objcopy --only-keep-debug --compress-debug-sections "$program" "$debug"
chmod 644 "$debug"
strip --strip-unneeded --remove-section=.comment "$program"
ln -s qkv "$symbols/usr/share/doc/qkv-dbgsym"

{
    echo "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
    echo "Upstream-Name: qkv"
    echo
    echo "Files: *"
    sed -n "s/^Copyright (c) /Copyright: $(date -u -d "@$when" +%Y) /p" LICENSE
    echo "License: Expat"
    sed '1,/^Copyright/d; /./!s/^/./; s/^/ /' LICENSE | sed '1{/^ \.$/d}'
} >"$doc/copyright"
printf 'qkv (%s) unstable; urgency=medium\n\n  * %s\n\n -- %s  %s\n' "$version" "See NEWS.md in the source." \
    "$maintainer" "$(LC_ALL=C date -u -R -d "@$when")" | gzip -9n >"$doc/changelog.gz"

# libopenblas is opened when the first large product comes; figures want fonts.
mkdir -p "$work/debian"
printf 'Source: qkv\n\nPackage: qkv\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O "$program" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')

control() { # ROOT PACKAGE SECTION, further fields from standard input
    mkdir -p "$1/DEBIAN"
    {
        printf 'Package: %s\nSource: qkv\nVersion: %s\nArchitecture: %s\nMaintainer: %s\n' "$2" "$version" "$machine" "$maintainer"
        printf 'Installed-Size: %s\nSection: %s\nPriority: optional\n' "$(du -sk --apparent-size "$1/usr" | cut -f 1)" "$3"
        cat
    } >"$1/DEBIAN/control"
    (cd "$1" && find usr -type f -exec md5sum {} + | sort -k 2 >DEBIAN/md5sums)
    find "$1" -exec touch -h -d "@$when" {} +
    mkdir -p "$out"
    dpkg-deb --root-owner-group -Zxz --build "$1" "$out/$2_${version}_$machine.deb" >/dev/null
    echo "  wrote  $out/$2_${version}_$machine.deb"
}

control "$root" qkv education <<END
Depends: $depends
Recommends: libopenblas0, fonts-dejavu-core
Description: self-attention, one operation at a time, in a terminal
 qkv runs lessons with ordinary PyTorch code, listings and notebooks with an
 interpreter and a tensor engine of its own, and says of every number on the
 screen where it came from. It asks for predictions, follows edits, and draws
 figures for slides as PNG, SVG, PDF, TikZ and GIF.
END
control "$symbols" qkv-dbgsym debug <<END
Depends: qkv (= $version)
Build-Ids: $id
Description: debug symbols for qkv
 What a debugger needs to name the lines of a program that was stopped.
END
