#!/bin/sh
# The floors of the house: a file of src/ may include only its own folder and the floors below it,
# and each outside library has its one place.
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
syntax:  base
lang:    base tensor trace syntax
torch:   base tensor trace syntax lang
numpy:   base tensor trace syntax lang torch
modules: base tensor trace syntax lang torch numpy
lesson:  base
state:   base
walk:    base tensor trace lang modules lesson
check:   base tensor trace lesson walk
figure:  base tensor trace
export:  base tensor trace figure
terminal: base trace
tui:     base terminal tensor trace lang lesson walk figure
command: base tensor trace lang modules lesson state walk check figure export terminal tui
main.c:  base command
'

# Header: the only places that may include it (files, or folders with a slash after them).
libraries='
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
jansson.h             command/json.c lesson/notebook.c state/state.c
sys/socket.h          command/follow.c
sys/un.h              command/follow.c
pcre2.h               modules/re.c
cblas.h               tensor/blas.c
dlfcn.h               tensor/blas.c
ucontext.h            base/fiber.c
sanitizer/asan_interface.h  base/fiber.c
sanitizer/common_interface_defs.h  base/fiber.c
'

# Anything else in <> must be the C library's or POSIX; but not <ctype.h>, which asks the locale.
system='assert dirent errno fcntl fenv float inttypes iso646 langinfo limits locale math poll
setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib string termios time
unistd wchar sys/ioctl sys/mman sys/resource sys/stat sys/time sys/types sys/wait'

violations() {
    (cd "$1" && grep -rn --include='*.[ch]' '^[[:space:]]*#[[:space:]]*include' . | sed 's|^\./||') |
        floors=$floors libraries=$libraries system_headers=$system awk '
        BEGIN {
            count = split(ENVIRON["floors"], lines, "\n")
            for (i = 1; i <= count; i++) {
                words = split(lines[i], word, /:? +|:/)
                for (j = 1; j <= words; j++) below[word[1], word[j]] = 1
                if (word[1] != "") floor[word[1]] = 1
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

if [ $# -gt 0 ]; then
    found=$(violations "$1")
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

plant found base/str.c '"tensor/tensor.h"'
plant found tensor/shape.c '"trace/trace.h"'
plant found lang/call.c '"torch/torch.h"'
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
plant accepted walk/walk.c '"lesson/lesson.h"'
plant accepted tui/view.c '"figure/figure.h"'
plant accepted main.c '"command/command.h"'
plant accepted export/svg.c '<libdeflate.h>'
plant accepted lesson/notebook.c '<jansson.h>'
plant accepted terminal/term.c '<ncurses.h>'
plant accepted base/file.c '<sys/stat.h>'
