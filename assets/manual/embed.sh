#!/bin/sh
# The pages of the manual as a table in C, on standard output (src/command/about/manual.h), in the
# order of README.md.
set -eu
cd "$(dirname "$0")"

echo '#include "command/about/manual.h"'
echo 'const ManualPage manual_pages[] = {'
sed -nE 's/^- \[(.*)\]\(.*\.md\): (.*)/\1 \2/p' README.md | while read -r name summary; do
    echo "    {\"$name\", \"$summary\","
    sed 's/\\/\\\\/g; s/"/\\"/g; s/^/     "/; s/$/\\n"/' "$name.md"
    echo '     },'
done
echo '    {0},'
echo '};'
