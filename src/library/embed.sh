#!/bin/sh
# The files of src/library and the texts of assets/ as two tables in C, on standard output
# (src/lang/imports/library.h, src/base/asset.h).
set -eu

# Rows of the files that are Python, or are not; their names without the folder $2.
rows() {
    ending=$1 begins=$2
    shift 2
    for file; do
        case $file in *.py) is=py ;; *) is=text ;; esac
        [ $is = "$ending" ] || continue
        name=${file#"$begins"}
        echo "    {\"${name%.py}\","
        sed 's/\\/\\\\/g; s/"/\\"/g; s/^/     "/; s/$/\\n"/' "$file"
        echo '     ""},'
    done
    echo '    {0},'
    echo '};'
}

echo '#include "base/asset.h"'
echo '#include "lang/imports/library.h"'
echo 'const LibraryFile library_files[] = {'
rows py src/library/ "$@"
echo 'const Asset assets[] = {'
rows text assets/ "$@"
