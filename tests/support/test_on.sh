#!/bin/bash
# Runs what README.md says under "Try it" on another Debian than this one, from nothing: a bare root
# with make in it, the tree as it is without what was built, `make run` without a terminal,
# `make test` but for the storms; on Debian 13 `make recordings` too.
#
#   test_on.sh SUITE         bookworm, trixie, …
#   test_on.sh SUITE ARCH    of another processor that this one can be, i386; then only the unit
#                            tests run, which are what depends on it, without the storms
#
# Ends with "N passed, M failed". Exits 77 and says why where it cannot: it needs root rights,
# mmdebstrap, the network and a kernel that runs the programs of ARCH. The bare root is kept
# (roots.sh), so that the next run takes little more than the suite.
set -eu -o pipefail
cd "$(dirname "$0")/../.."
suite=${1:-} arch=${2:-}
[ -n "$suite" ] || { echo "usage: make test-on SUITE=trixie [ARCH=i386]" >&2; exit 2; }
. tests/support/roots.sh

# What `make run` wrote is the walk, and nothing but the walk.
runs() {
    inside make --no-print-directory run >"$work/walk" &&
        inside build/qkv show eight-steps | cmp - "$work/walk"
}

# "passed failed", from what the suite printed.
counted() {
    sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$work/log" | grep . || echo 0 1
}

open_root
tar -c --exclude=./build --exclude=./.git . | tar -C "$root/home/qkv" -x

run=1
runs || run=0
if [ -z "$arch" ]; then
    inside make --no-print-directory test STORMS= 2>&1 | tee "$work/log" || true
else
    { inside make --no-print-directory deps && inside make --no-print-directory -j2 unit STORMS=; } 2>&1 |
        tee "$work/log" || true
fi
read -r passed failed < <(counted | tail -n 1)
# Where Debian has PyTorch 2.6, programs of it are recorded, with a network to install it.
if [ "$suite" = trixie ] && [ -z "$arch" ]; then
    said=0
    inside tests/support/deps.sh parity || said=$?
    if [ $said = 3 ]; then
        echo "there is no network for PyTorch: no programs of it are recorded"
    else
        inside make --no-print-directory recordings 2>&1 | tee "$work/log" || true
        read -r more wrong < <(counted | tail -n 1)
        passed=$((passed + more)) failed=$((failed + wrong))
    fi
fi
[ $run = 1 ] || echo "  FAIL     1  make run"
echo "$((passed + run)) passed, $((failed + 1 - run)) failed"
[ $run = 1 ] && [ "$failed" = 0 ]
