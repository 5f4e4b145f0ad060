#!/bin/sh
# Texts as a table in C, on standard output (src/lang/imports/library.h):
#   embed.sh library FILE …    is library_files[]
# A line of a .txt is "NAME …: CODE": each of the modules has that line of code.
set -eu

as_rows()
{
    sed 's/\\/\\\\/g; s/"/\\"/g; s/^/     "/; s/$/\\n"/'
}

echo '#include "lang/imports/library.h"'
echo "const LibraryFile $1_files[] = {"
shift
for file; do
    case $file in
    *.txt)
        while IFS=: read -r names code; do
            for name in $names; do
                echo "    {\"$name\","
                echo "${code# }" | as_rows
                echo '     ""},'
            done
        done <"$file"
        continue
        ;;
    esac
    name=$(basename "$file")
    echo "    {\"${name%.*}\","
    as_rows <"$file"
    echo '     ""},'
done
echo '    {0},'
echo '};'
