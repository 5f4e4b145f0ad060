#!/bin/sh
# Texts as a table in C, on standard output (src/lang/imports/library.h):
#   embed.sh library FILE …    is library_files[]
set -eu

echo '#include "lang/imports/library.h"'
echo "const LibraryFile $1_files[] = {"
shift
for file; do
    name=$(basename "$file")
    echo "    {\"${name%.*}\","
    sed 's/\\/\\\\/g; s/"/\\"/g; s/^/     "/; s/$/\\n"/' "$file"
    echo '     ""},'
done
echo '    {0},'
echo '};'
