#!/bin/sh
# The floors of the house: a file of src/ may include only its own folder and the floors below it.
# In a folder with rooms the rooms have an order, too, and each outside library has its one place.
# Every .c file begins with a comment that says what it does.
#
# The floors are those of the map in src/README.md: "| `src/NAME` | what it is | what it may use |", and
# what a floor may use, those on it may use as well.
#
#   floors.sh          checks src/, and that planted violations are found
#   floors.sh FOLDER   checks FOLDER instead, and prints each violation as file:line: message
set -u
cd "$(dirname "$0")/.."

# Room of a floor (. means what is beside the rooms), or one file: which rooms of the same
# floor it may look into; * is all. A folder inside a floor must be here.
rooms='
tensor/float:
tensor/.:         float
tensor/random:    . float reductions
tensor/elementwise: . float
tensor/reductions: . float
tensor/matrices:  . float elementwise
tensor/views:     .
tensor/indexing:  .
tensor/files:     .
tensor/mistakes:  . matrices

lang/.:
lang/numbers:     .
lang/containers:  . numbers
lang/text:        . numbers containers
lang/classes:     . containers
lang/functions:   .
lang/imports:     . functions evaluation
lang/evaluation:  . text containers classes functions imports
lang/builtins:    . numbers text containers evaluation imports
lang/run.c:       *

torch/.:
torch/autograd:   .
torch/operations: . autograd
torch/tensors:    . autograd
torch/random:     . autograd

base/.:           text files
base/files:       . text
base/text:        . files
base/machine:     .

trace/.:          *
trace/record:     . names explain
trace/names:      . record explain
trace/explain:    . record names

study/.:          attention names
study/axes:
study/arithmetic: axes
study/names:      axes arithmetic
study/attention:  . axes names
study/why:        . axes arithmetic
study/looks:      axes

figure/.:         page parts
figure/page:      .
figure/parts:     . page
figure/kinds:     . page parts

walk/.:           *
walk/places:      . runs questions
walk/runs:        . places edits
walk/edits:       . runs
walk/questions:   . places

tui/core:
tui/parts:        core
tui/screens:      core parts
tui/find:         core parts screens
tui/described:    core parts find
tui/.:            core parts

command/.:        *
command/about:    .
command/paper:    . about figures
command/school:   .
command/figures:  .
command/saved:    .
'

# Header: the only places that may include it (files, or folders with a slash after them).
libraries='
pthread.h             base/machine/share.c tensor/matrices/blas.c terminal/watch.c
curses.h              terminal/capabilities.c terminal/screen.c
term.h                terminal/capabilities.c
cairo.h               export/
cairo-pdf.h           export/
cairo-svg.h           export/
cairo/cairo.h         export/
pango/pango.h         export/
pango/pangocairo.h    export/
fontconfig/fontconfig.h  export/
stb_image_write.h     export/png.c
stb/stb_image_write.h export/png.c
stb/stb_image.h       tensor/files/picture.c
libdeflate.h          export/ tensor/files/
gif_lib.h             export/gif.c
md4c.h                lesson/markdown.c
gmp.h                 lang/numbers/large.c
jansson.h             base/text/json_tree.h lesson/notebook.c modules/json.c tensor/files/
pcre2.h               modules/re.c
cblas.h               tensor/matrices/blas.c
utf8proc.h            base/text/utf8.c base/text/letters.c modules/unicodedata.c
sleef.h               tensor/float/sleef.c
sixel.h               terminal/sixel.c
dlfcn.h               tensor/matrices/blas.c
immintrin.h           tensor/float/rows.h
ucontext.h            base/machine/fiber.c
emscripten.h          web/
emscripten/fiber.h    base/machine/fiber_wasm.c web/job.c
emscripten/stack.h     base/machine/stack.c
sanitizer/asan_interface.h  base/machine/fiber.c
sanitizer/common_interface_defs.h  base/machine/fiber.c
'

# Anything else in <> must be the C library's or POSIX; but not <ctype.h>, which asks the locale.
system='assert dirent errno fcntl fenv float inttypes iso646 langinfo limits locale math poll
sched setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib string termios time
uchar unistd wchar sys/file sys/ioctl sys/mman sys/resource sys/stat sys/time sys/types sys/wait'

floors=$(awk -F ' *[|] *' '/^[|] `src\// { gsub(/`|src\//, "", $2); gsub(/,/, "", $4); print $2, $4 }' src/README.md)

violations() {
    (cd "$1" && grep -rn --include='*.[ch]' '^[[:space:]]*#[[:space:]]*include' . | sed 's|^\./||') |
        floors=$floors rooms=$rooms libraries=$libraries system_headers=$system awk '
        # Lines of a table: the first word, and what follows it.
        function read_table(name, may,    line, word, count, words, i, j) {
            count = split(ENVIRON[name], line, "\n")
            for (i = 1; i <= count; i++) {
                words = split(line[i], word, /:? +|:/)
                may[word[1]] = 1
                for (j = 2; j <= words; j++) may[word[1], word[j]] = 1
            }
        }
        function stands_on(floor, other,    one) {
            if (floor == other || (floor, other) in below || (floor, "all") in below) return 1
            if (floor == "main.c") return 0
            for (one in below)
                if ((floor, one) in below && stands_on(one, other)) return 1
            return 0
        }
        BEGIN {
            read_table("floors", below); below["main.c"] = below["main.c", "command"] = 1
            read_table("rooms", open)
            read_table("libraries", place)
            count = split(ENVIRON["system_headers"], word, /[ \n]+/)
            for (i = 1; i <= count; i++) known[word[i] ".h"] = 1
        }
        {
            split($0, part, ":")
            file = part[1]; at = part[1] ":" part[2] ": "
            own = file; sub(/\/.*/, "", own)
            header = $0; sub(/^[^<"]*[<"]/, "", header); sub(/[>"].*/, "", header)
            if (!(own in below)) print at own " is not in the table of floors"
            else if ($0 ~ /#[ \t]*include[ \t]*"/) project(header)
            else outside(header)
        }
        function project(header,    other) {
            other = header
            if (!sub(/\/.*/, "", other)) print at "\"" header "\" is not written from src/"
            else if (!(other in below)) print at "\"" header "\" is in no floor"
            else if (!stands_on(own, other)) print at own " must not include " other
            else if (own == other) inside(header)
        }
        function room_of(path,    name) {
            if (path in open) return path
            if (split(path, name, "/") < 3) name[2] = "."
            return name[1] "/" name[2]
        }
        function inside(header,    room, other) {
            room = room_of(file); other = room_of(header)
            if (room == other || (room, "*") in open) return
            if (!(room in open) && room !~ /\/\.$/) print at room " is not in the table of rooms"
            else if (!(other in open) && other !~ /\/\.$/) print at other " is not in the table of rooms"
            else { sub(/^[^\/]*\//, "", other)
                if (!((room, other) in open)) print at room " must not look into " other }
        }
        function outside(header,    part) {
            if (!(header in place)) {
                if (!(header in known)) print at "<" header "> is in no table of floors.sh"
                return
            }
            for (part in place)
                if (index(part, header SUBSEP) == 1 && index(file, substr(part, length(header) + 2)) == 1)
                    return
            print at "<" header "> belongs elsewhere"
        }'
}

# The files that do not begin with a comment.
unopened() {
    (cd "$1" && find . -name '*.c' -exec awk '
        FNR == 1 && !/^\/\/ [^ ]/ { print FILENAME ":1: does not begin with a comment" }' {} + |
        sed 's|^\./||' | sort)
}

if [ $# -gt 0 ]; then
    found=$(violations "$1" && unopened "$1")
    [ -z "$found" ] || { echo "$found"; exit 1; }
    exit 0
fi

# check WHAT FOUND: a test that nothing was found.
check() {
    [ -z "$2" ] || { echo "$2" | sed 's|^|src/|'; printf 'not '; }
    echo "ok - $1"
}
check "every include of src/ keeps to its floor" "$(violations src)"
check "every .c file of src/ begins with a comment" "$(unopened src)"
check "every folder of src/ with C is in the map of src/README.md" "$(
    for folder in src/*/; do
        folder=$(basename "$folder")
        [ -z "$(find src/"$folder" -name '*.[ch]')" ] || echo "$floors" | grep -q "^$folder\( \|$\)" || echo "$folder"
    done)"

# The check itself: each planted line must be found, each innocent one must not.
planted=$(mktemp -d)
trap 'rm -rf "$planted"' EXIT
while read -r expected file line; do
    mkdir -p "$(dirname "$planted/$file")"
    echo "$line" >"$planted/$file"
    result=accepted
    [ -z "$(violations "$planted"; case $file in *opening.c) unopened "$planted" ;; esac)" ] || result=found
    rm "$planted/$file"
    [ $result = "$expected" ] || printf 'not '
    echo "ok - $file with '$line' is $expected"
done <<'PLANTED'
found    base/str.c #include "tensor/tensor.h"
found    tensor/shape.c #include "trace/trace.h"
found    lang/evaluation/call.c #include "torch/torch.h"
found    torch/tensors/convert.c #include "numpy/numpy.h"
found    torch/autograd/engine.c #include "torch/operations/op_binding.h"
found    numpy/create.c #include "modules/modules.h"
found    lesson/lesson.h #include "lang/run.h"
found    figure/kinds/heads.c #include "walk/walk.h"
found    export/svg.c #include "terminal/frame.h"
found    walk/walk.c #include "figure/figure.h"
found    walk/open.c #include "check/check.h"
found    check/check.c #include "command/command.h"
found    main.c #include "terminal/frame.h"
found    tui/view.c #include "frame.h"
found    attic/old.c #include "base/str.h"
found    tui/draw.c #include <ncurses.h>
found    figure/kinds/heatmap.c #include <cairo.h>
found    export/drawing.c #include <stb/stb_image_write.h>
found    syntax/lexer.c #include <regex.h>
found    lesson/lesson.c #include <jansson.h>
found    tensor/float/math.c #include "tensor/tensor.h"
found    tensor/elementwise/logic.c #include "tensor/reductions/along.h"
found    lang/protocol.c #include "lang/evaluation/eval.h"
found    lang/text/format.c #include "lang/evaluation/eval.h"
found    tui/parts/grid.c #include "tui/walk/view.h"
found    base/attic/old.c #include "base/str.h"
accepted lang/run.c #include "lang/builtins/builtins.h"
accepted tensor/matrices/linear.c #include "tensor/elementwise/elementwise.h"
accepted tensor/float/math.c #include "tensor/float/bits.h"
accepted walk/walk.c #include "lesson/lesson.h"
accepted tui/view.c #include "figure/figure.h"
accepted main.c #include "command/command.h"
accepted export/svg.c #include <libdeflate.h>
accepted lesson/notebook.c #include <jansson.h>
accepted terminal/capabilities.c #include <curses.h>
accepted base/files/file.c #include <sys/stat.h>
found    base/opening.c
found    base/opening.c #include "base/str.h"
found    base/opening.c //
accepted base/opening.c // Slices of text.
PLANTED
