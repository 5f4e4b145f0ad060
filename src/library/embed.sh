#!/bin/sh
# The files of src/library as a table in C, on standard output (src/lang/imports/library.h).
set -eu

echo '#include "lang/imports/library.h"'
echo 'const LibraryFile library_files[] = {'
for file; do
    module=$(basename "$file" .py)
    echo "    {\"$module\","
    sed 's/\\/\\\\/g; s/"/\\"/g; s/^/     "/; s/$/\\n"/' "$file"
    echo '     ""},'
done
echo '    {0},'
echo '};'
