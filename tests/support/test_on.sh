#!/bin/bash
# Runs what README.md says under "Try it" on another Debian than this one, from nothing: a bare root
# with make in it, the tree as it stands without what was built, `make run` without a terminal,
# `make test`.
#
#   test_on.sh SUITE         bookworm, trixie, …
#   test_on.sh SUITE ARCH    of another processor that this one can be, i386; then only the unit
#                            tests run, which are what depends on it, without the storms
#
# Ends with "N passed, M failed". Exits 77 and says why where it cannot: it needs root rights,
# mmdebstrap and the network. The bare root and the packages that were fetched are kept in
# ${XDG_CACHE_HOME:-~/.cache}/qkv/roots, so that the next run takes little more than the suite.
set -eu -o pipefail
cd "$(dirname "$0")/../.."
suite=${1:-} arch=${2:-}
[ -n "$suite" ] || { echo "usage: make test-on SUITE=trixie [ARCH=i386]" >&2; exit 2; }
name=$suite${arch:+-$arch}
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/qkv/roots
bare=$cache/$name.tar packages=$cache/$name.packages work=$cache/$name.work
root=$work/root

cannot() {
    echo "qkv: cannot test on Debian $suite${arch:+ for $arch} here: $1" >&2
    exit 77
}

# What serves this machine serves the other suite too.
mirror() {
    . /etc/os-release
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' \
        "Release: ${VERSION_CODENAME:-}" 2>/dev/null | head -n 1
}

make_bare() {
    local from
    tests/support/deps.sh roots || cannot "there is no mmdebstrap"
    echo "  root   $bare"
    apt-config dump | grep -E '^Acquire::(https?::|Check|Retries)' >"$work/apt.conf" || true
    from=$(mirror) || true
    mmdebstrap --quiet --variant=apt ${arch:+--architectures=$arch} --include=make --aptopt="$work/apt.conf" \
        --dpkgopt=force-unsafe-io "$suite" "$work/bare.tar" ${from:+"deb $from $suite main"} \
        >"$work/log" 2>&1 </dev/null || {
        tail -n 5 "$work/log" >&2
        cannot "its root could not be made; is there a network?"
    }
    mv "$work/bare.tar" "$bare"
}

unpack() {
    mkdir -p "$root" "$packages"
    tar -C "$root" -xf "$bare"
    mkdir -p "$root/home/qkv"
    cp -L /etc/resolv.conf "$root/etc/" 2>/dev/null || true
    tar -c --exclude=./build --exclude=./.git . | tar -C "$root/home/qkv" -x
}

# Runs a command in the root's copy of the tree. Its mounts and its processes end with it.
inside() {
    export root packages
    unshare --mount --pid --fork --kill-child bash -c '
        set -e
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        mount --bind "$packages" "$root/var/cache/apt/archives"
        exec chroot "$root" env -i -C /home/qkv HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
            DEV="${DEV:-}" "$@"' inside "$@" </dev/null
}

# What `make run` wrote is the walk, and nothing but the walk.
runs() {
    inside make --no-print-directory run >"$work/walk" &&
        inside build/qkv show eight-steps | cmp - "$work/walk"
}

# "passed failed", from what the suite printed.
counted() {
    sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$work/log" | grep . || echo 0 1
}

[ "$(id -u)" = 0 ] || cannot "that needs root rights"
[ "$arch" != i386 ] || [ "$(uname -m)" = x86_64 ] || cannot "the processor is a $(uname -m)"
mkdir -p "$cache" || cannot "there is no place for its root"
exec 9>"$cache/$name.lock"
flock 9
rm -rf "$work" # of one that was killed
mkdir "$work"
trap 'rm -rf --one-file-system "$work"' EXIT
[ -f "$bare" ] || make_bare
unpack
inside true || cannot "no right to mount, or to change the root"
inside apt-get update -qq -o APT::Update::Error-Mode=any || cannot "there are no packages to be had"

run=1
runs || run=0
if [ -z "$arch" ]; then
    inside make --no-print-directory test 2>&1 | tee "$work/log" || true
else
    { inside make --no-print-directory deps && inside make --no-print-directory -j2 unit STORMS=; } 2>&1 |
        tee "$work/log" || true
fi
read -r passed failed < <(counted | tail -n 1)
[ $run = 1 ] || echo "  FAIL     1  make run"
echo "$((passed + run)) passed, $((failed + 1 - run)) failed"
[ $run = 1 ] && [ "$failed" = 0 ]
