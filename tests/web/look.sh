#!/bin/sh
# Pictures of the page, FOLDER/pictures, and where ImageMagick is a sheet of all of one size: look.sh FOLDER
set -eu
cd "$(dirname "$0")/../.."
tests/support/modules.sh "$1/npm"
node tests/web/pictures.mjs "$1"
command -v montage >/dev/null || exit 0
for size in 390x844 844x390 768x1024 1280x800 1440x900 1920x1080; do
    for theme in light dark; do
        montage "$1"/pictures/*-$size-$theme.png -tile 5x -geometry 400x400\>+8+8 -background '#888' \
            "$1/pictures/sheet-$size-$theme.png"
    done
done
