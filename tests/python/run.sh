#!/bin/sh
# What the Python package needs no PyTorch for: python/*/test_*.py.
cd "$(dirname "$0")/../.." || exit 1
command -v python3 >/dev/null || { echo "ok - the Python package # SKIP no python3"; exit 0; }
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' || { echo "ok - the Python package # SKIP Python 3.9 is needed"; exit 0; }
status=0
for one in tests/python/*/test_*.py; do
    PYTHONDONTWRITEBYTECODE=1 python3 "$one" || status=1
done
exit $status
