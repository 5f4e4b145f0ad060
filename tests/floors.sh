#!/bin/sh
# The floors of the house: a file of src/ may include only its own folder and the floors below it.
# In a folder with rooms the rooms have an order, too, and each outside library has its one place.
# Every .c file begins with a comment that says what it does.
#
#   floors.sh          checks src/, and that planted violations are found
#   floors.sh FOLDER   checks FOLDER instead, and prints each violation as file:line: message
set -u
cd "$(dirname "$0")/.."

# Folder: what it stands on.
floors='
base:
tensor:  base
trace:   base tensor
study:   base tensor trace
syntax:  base
lang:    base tensor trace syntax
torch:   base tensor trace syntax lang
numpy:   base tensor trace syntax lang torch
modules: base tensor trace syntax lang torch numpy
lesson:  base
state:   base
walk:    base tensor trace study lang modules lesson
check:   base tensor trace study lesson walk
figure:  base tensor trace study
export:  base tensor trace study figure
terminal: base trace
tui:     base terminal tensor trace study lang lesson walk figure
command: base tensor trace study lang modules lesson state walk check figure export terminal tui
main.c:  base command
'

# Room of a floor (. stands for what lies beside the rooms), or one file: which rooms of the same
# floor it may look into; * is all. A folder inside a floor must be here.
rooms='
tensor/float:
tensor/.:         float
tensor/random:    . float
tensor/cells:     . float
tensor/lines:     . float
tensor/matrices:  . float cells
tensor/moves:     .
tensor/places:    .
tensor/slips:     . matrices

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

tui/.:            *
tui/actions:      *
tui/parts:        .
tui/pages:        . parts
tui/matrix:       . parts
tui/find:         . parts pages matrix figures
tui/figures:      . parts matrix
tui/edit:         . parts pages
tui/present:      . parts edit
tui/walk:         . parts pages find edit

command/.:        *
command/text:
command/about:    . text
command/figures:  .
command/kept:     .
command/linear:   . text
'

# Header: the only places that may include it (files, or folders with a slash after them).
libraries='
pthread.h             terminal/watch.c
ncurses.h             terminal/term.c
curses.h              terminal/term.c
ncursesw/ncurses.h    terminal/term.c
ncursesw/curses.h     terminal/term.c
term.h                terminal/term.c
cairo.h               export/
cairo-pdf.h           export/
cairo-svg.h           export/
cairo/cairo.h         export/
pango/pango.h         export/
pango/pangocairo.h    export/
fontconfig/fontconfig.h  export/
stb_image_write.h     export/png.c
stb/stb_image_write.h export/png.c
libdeflate.h          export/
md4c.h                lesson/markdown.c
jansson.h             command/text/json.c lesson/notebook.c state/state.c
sys/socket.h          command/meeting.c
sys/un.h              command/meeting.c
pcre2.h               modules/re.c
cblas.h               tensor/matrices/blas.c
dlfcn.h               tensor/matrices/blas.c
ucontext.h            base/fiber.c
sanitizer/asan_interface.h  base/fiber.c
sanitizer/common_interface_defs.h  base/fiber.c
'

# Anything else in <> must be the C library's or POSIX; but not <ctype.h>, which asks the locale.
system='assert dirent errno fcntl fenv float inttypes iso646 langinfo limits locale math poll
setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib string termios time
unistd wchar sys/file sys/ioctl sys/mman sys/resource sys/stat sys/time sys/types sys/wait'

violations() {
    (cd "$1" && grep -rn --include='*.[ch]' '^[[:space:]]*#[[:space:]]*include' . | sed 's|^\./||') |
        floors=$floors rooms=$rooms libraries=$libraries system_headers=$system awk '
        BEGIN {
            count = split(ENVIRON["floors"], lines, "\n")
            for (i = 1; i <= count; i++) {
                words = split(lines[i], word, /:? +|:/)
                for (j = 1; j <= words; j++) below[word[1], word[j]] = 1
                if (word[1] != "") floor[word[1]] = 1
            }
            count = split(ENVIRON["rooms"], lines, "\n")
            for (i = 1; i <= count; i++) {
                words = split(lines[i], word, /:? +|:/)
                for (j = 1; j <= words; j++) open[word[1], word[j]] = 1
                if (word[1] != "") known_room[word[1]] = 1
            }
            count = split(ENVIRON["libraries"], lines, "\n")
            for (i = 1; i <= count; i++) {
                words = split(lines[i], word, / +/)
                for (j = 2; j <= words; j++) place[word[1]] = place[word[1]] " " word[j]
            }
            count = split(ENVIRON["system_headers"], word, /[ \n]+/)
            for (i = 1; i <= count; i++) known[word[i] ".h"] = 1
        }
        {
            split($0, part, ":")
            file = part[1]; at = part[1] ":" part[2] ": "
            own = file; sub(/\/.*/, "", own)
            header = $0; sub(/^[^<"]*[<"]/, "", header); sub(/[>"].*/, "", header)
            if (!(own in floor)) print at own " is not in the table of floors"
            else if ($0 ~ /#[ \t]*include[ \t]*"/) project(header)
            else outside(header)
        }
        function project(header,    other) {
            other = header
            if (!sub(/\/.*/, "", other)) print at "\"" header "\" is not written from src/"
            else if (!(other in floor)) print at "\"" header "\" is in no floor"
            else if (!((own, other) in below)) print at own " must not include " other
            else if (own == other) inside(header)
        }
        function room_of(path) {
            if (path in known_room) return path
            if (split(path, name, "/") < 3) name[2] = "."
            return name[1] "/" name[2]
        }
        function inside(header,    room, other) {
            room = room_of(file); other = room_of(header)
            if (room == other || (room, "*") in open) return
            if (!(room in known_room) && room !~ /\/\.$/) print at room " is not in the table of rooms"
            else if (!(other in known_room) && other !~ /\/\.$/) print at other " is not in the table of rooms"
            else { sub(/^[^\/]*\//, "", other)
                if (!((room, other) in open)) print at room " must not look into " other }
        }
        function is_in(file, places,    one, i) {
            split(places, one, / +/)
            for (i in one) if (one[i] != "" && index(file, one[i]) == 1) return 1
            return 0
        }
        function outside(header) {
            if (header in place) {
                if (!is_in(file, place[header]))
                    print at "<" header "> belongs in" place[header] " alone"
            } else if (!(header in known)) print at "<" header "> is in no table of floors.sh"
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

found=$(violations src)
if [ -z "$found" ]; then
    echo "ok - every include of src/ keeps to its floor"
else
    echo "$found" | sed 's|^|src/|'
    echo "not ok - every include of src/ keeps to its floor"
fi

found=$(unopened src)
[ -z "$found" ] || { echo "$found" | sed 's|^|src/|'; printf 'not '; }
echo "ok - every .c file of src/ begins with a comment"

# What README's map of the code says of the floors: "| `src/NAME` | … | what it may use |", where a
# floor that another one stands on need not be named. Prints each disagreement.
disagreements() { # README
    floors=$floors awk -F ' *[|] *' '
        BEGIN {
            count = split(ENVIRON["floors"], lines, "\n")
            for (i = 1; i <= count; i++) {
                words = split(lines[i], word, /:? +|:/)
                if (word[1] == "" || word[1] ~ /\./) continue
                floor[word[1]] = 1
                for (j = 2; j <= words; j++) if (word[j] != "") may[word[1], word[j]] = 1
            }
        }
        /^[|] `src\// {
            name = $2; gsub(/`|src\//, "", name)
            if (!(name in floor)) next # without C
            told[name] = 1
            all[name] = $4 ~ /^all/
            words = split($4, word, /[^a-z]+/)
            for (j = 1; j <= words; j++) if (word[j] in floor) says[name, word[j]] = stands[name, word[j]] = 1
        }
        function close_over(    grown, a, b, c) { # what is said of a floor holds for those on it
            do {
                grown = 0
                for (a in floor) for (b in floor) for (c in floor)
                    if ((all[a] || (a, b) in stands && (b, c) in stands) && !((a, c) in stands))
                        grown = stands[a, c] = 1
            } while (grown)
        }
        END {
            close_over()
            for (a in floor) {
                if (!(a in told)) print "src/" a " is not in the map of the code"
                for (b in floor) {
                    if ((a, b) in says && !((a, b) in may)) print a " may not use " b
                    if (a in told && (a, b) in may && !((a, b) in stands)) print a " may use " b
                }
            }
        }' "$1"
}
found=$(disagreements README.md)
[ -z "$found" ] || { echo "$found" | sed 's|^|README.md: |'; printf 'not '; }
echo "ok - README.md tells the same floors"

# The check itself: each planted line must be found, each innocent one must not.
planted=$(mktemp -d)
trap 'rm -rf "$planted"' EXIT

plant() { # found|accepted FILE INCLUDE
    mkdir -p "$(dirname "$planted/$2")"
    echo "#include $3" >"$planted/$2"
    if [ -n "$(violations "$planted")" ]; then result=found; else result=accepted; fi
    rm "$planted/$2"
    [ $result = "$1" ] || printf 'not '
    echo "ok - $2 with #include $3 is $1"
}

plant_opening() { # found|accepted LINE
    printf '%s\n\n#include "base/str.h"\n' "$2" >"$planted/str.c"
    if [ -n "$(unopened "$planted")" ]; then result=found; else result=accepted; fi
    rm "$planted/str.c"
    [ $result = "$1" ] || printf 'not '
    echo "ok - a file that begins with '$2' is $1"
}

sed '/^. `src.tensor`/s/base/lang/' README.md >"$planted/README.md"
[ -n "$(disagreements "$planted/README.md")" ] || printf 'not '
echo "ok - another floor in README.md is found"
rm "$planted/README.md"

plant found base/str.c '"tensor/tensor.h"'
plant found tensor/shape.c '"trace/trace.h"'
plant found lang/evaluation/call.c '"torch/torch.h"'
plant found torch/convert.c '"numpy/numpy.h"'
plant found numpy/create.c '"modules/modules.h"'
plant found lesson/lesson.h '"lang/run.h"'
plant found figure/heads.c '"walk/walk.h"'
plant found export/svg.c '"terminal/frame.h"'
plant found walk/walk.c '"figure/figure.h"'
plant found walk/open.c '"check/check.h"'
plant found check/check.c '"command/command.h"'
plant found main.c '"terminal/frame.h"'
plant found tui/view.c '"frame.h"'
plant found attic/old.c '"base/str.h"'
plant found tui/draw.c '<ncurses.h>'
plant found figure/heatmap.c '<cairo.h>'
plant found export/drawing.c '<stb/stb_image_write.h>'
plant found syntax/lexer.c '<regex.h>'
plant found lesson/lesson.c '<jansson.h>'
plant found tensor/float/math.c '"tensor/tensor.h"'
plant found tensor/cells/logic.c '"tensor/lines/along.h"'
plant found lang/protocol.c '"lang/evaluation/eval.h"'
plant found lang/text/format.c '"lang/evaluation/eval.h"'
plant found tui/parts/grid.c '"tui/walk/view.h"'
plant found base/attic/old.c '"base/str.h"'
plant accepted lang/run.c '"lang/builtins/builtins.h"'
plant accepted tensor/matrices/linear.c '"tensor/cells/elementwise.h"'
plant accepted tensor/float/math.c '"tensor/float/pair.h"'
plant accepted walk/walk.c '"lesson/lesson.h"'
plant accepted tui/view.c '"figure/figure.h"'
plant accepted main.c '"command/command.h"'
plant accepted export/svg.c '<libdeflate.h>'
plant accepted lesson/notebook.c '<jansson.h>'
plant accepted terminal/term.c '<ncurses.h>'
plant accepted base/file.c '<sys/stat.h>'
plant_opening found ''
plant_opening found '#include "base/str.h"'
plant_opening found '//'
plant_opening accepted '// Slices of text.'
