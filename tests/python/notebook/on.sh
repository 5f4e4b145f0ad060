#!/bin/bash
# The wheel in a fresh virtual environment of another Debian, whose Jupyter runs a notebook with every
# call; Chromium opens the page that nbconvert writes, from the disk.
#
#   on.sh SUITE WHEEL    bookworm has Python 3.11 and PyTorch 1.13, trixie 3.13 and 2.6
#
# On this machine's own Debian the program qkv is installed there as well, as its package; on another
# one it is missing, which the notebook must survive. Exits 77 and says why where it cannot.
set -eu -o pipefail
cd "$(dirname "$0")/../../.."
suite=$1 wheel=$2 arch=
. tests/support/roots.sh

# shellcheck disable=SC2016
host=$(. /etc/os-release; echo "${VERSION_CODENAME:-}")
tests/support/deps.sh web-test || cannot "there is no Chromium"
tests/support/modules.sh build/web/npm || cannot "there is no npm"
open_root
home=$root/home/qkv
apt inside apt-get install -y -qq --no-install-recommends -o DPkg::Options::=--force-unsafe-io \
    python3-torch python3-venv python3-ipykernel jupyter-nbconvert
cp "$wheel" "$home"
if [ "$suite" = "$host" ]; then
    make --no-print-directory deb PAGE= >/dev/null
    cp "$(ls -t build/packages/qkv_*.deb | head -n 1)" "$home/qkv.deb"
    apt inside apt-get install -y -qq --no-install-recommends ./qkv.deb
fi

inside python3 -m venv --system-site-packages venv
inside venv/bin/pip install -q --no-index --disable-pip-version-check "${wheel##*/}"
inside venv/bin/python -m ipykernel install --sys-prefix >/dev/null 2>&1
cp tests/python/notebook/make_calls.py "$home"
inside venv/bin/python make_calls.py .
inside venv/bin/python -m nbconvert --log-level WARN --execute --to html --output calls.html calls.ipynb
inside venv/bin/python -c 'import sys, torch; print("# Python", sys.version.split()[0] + ", PyTorch", torch.__version__)'
mkdir -p build/notebook
cp "$home/calls.html" "build/notebook/$suite.html"
node tests/python/notebook/cells.mjs build/web "build/notebook/$suite.html" "$([ "$suite" = "$host" ] && echo program || echo none)"
