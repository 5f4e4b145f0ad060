#!/usr/bin/env bash
# Pictures of the program as people see it: in an xterm, on an X server without a screen.
#
#   look.sh             each screen in each size and each look, and sheets of them, into build/look/
#   ONLY='heads what*'  these screens alone, by their names below; one screen has one sheet
#   SIZES=120x40        these sizes alone
#   LOOKS='*-dark'      these looks alone
#   JOBS=4              so many terminals at once
#   PROGRAM=build/qkv   the program
#   look.sh readme      the pictures of README.md, into assets/
#   look.sh shown       what these show now, as sums; assets/pictures.txt has those of when they were made
#
# Each begins with nothing remembered. It is taken when the program, the terminal and the picture
# have come to rest.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

all_sizes='60x16 80x24 120x40 200x60'
out=$PWD/build/look
program=${PROGRAM:-build/qkv}

# Name, what follows "qkv", and the keys, as `qkv show --screen --keys` takes them.
screens='
first      learn eight-steps
cell       learn eight-steps,--step=1               ]]])4<CR>
question   learn eight-steps,--step=1               ]]])
choice     learn eight-steps,--step=1               ]]]]
wrong      learn eight-steps,--step=1               ]]])7<CR>
heat       learn eight-steps,--step=1               ]]]]]]]]gweights<CR>v
heads      learn tests/screens/lessons/sixteen.py   ]H<Right>
survey     learn tests/screens/lessons/sixteen.py   ]HD<Tab>b
lines      learn tests/screens/lessons/sixteen.py   ]T<Down><Down><Down><Down>
large      learn tests/screens/lessons/large.py     ]zzg537,531<CR>
edit       learn eight-steps,--step=1               e3<CR>]]]]]]]]
changes    learn eight-steps,--step=1               e3<CR>]]]]]]]]d
whatif     learn masking,--step=1                   ]]]]W<Down>
wall       present eight-steps                      ]]])
shelf      learn eight-steps,--step=1               ]]]L
map        learn eight-steps,--step=1               ]]])4<CR>]]]]]]]B
help       learn eight-steps                        ?
'

# Name, TERM, what is set for the program, and further options of xterm, which says itself that it
# keeps 24 bits, unless directColor is false.
looks='
24bit-dark    xterm-256color  COLORTERM=           -bg black -fg gray90
24bit-light   xterm-256color  COLORTERM=           -bg white -fg black
256-dark      xterm-256color  COLORTERM=           -xrm *directColor:false -bg black -fg gray90
256-light     xterm-256color  COLORTERM=           -xrm *directColor:false -bg white -fg black
8-dark        xterm           COLORTERM=           -xrm *directColor:false -bg black -fg gray90
8-light       xterm           COLORTERM=           -xrm *directColor:false -bg white -fg black
none-dark     xterm-256color  NO_COLOR=1           -bg black -fg gray90
none-light    xterm-256color  NO_COLOR=1           -bg white -fg black
'

wanted() { # NAME PATTERNS: no patterns are all
    local pattern
    [ -n "$2" ] || return 0
    set -f
    for pattern in $2; do
        # shellcheck disable=SC2053
        if [[ $1 == $pattern ]]; then return 0; fi
    done
    return 1
}

names_of() { # TABLE PATTERNS: the names of its rows that are wanted
    local name
    while read -r name _; do
        [ -n "$name" ] && wanted "$name" "$2" && echo "$name"
    done <<<"$1"
}

row_of() { # TABLE NAME: what follows the name
    awk -v name="$2" '$1 == name { $1 = ""; print substr($0, 2) }' <<<"$1"
}

# ---- one terminal ---------------------------------------------------------------------------------

# An X server whose screen is a file, in $room.
start_server() {
    mkdir -p "$room"
    Xvfb -displayfd 3 -screen 0 "${SCREEN:-1700x1100}x24" -fbdir "$room" -nocursor -noreset \
        3>"$room/display" >/dev/null 2>&1 &
    server=$!
    until [ -s "$room/display" ]; do sleep 0.02; done
    DISPLAY=:$(cat "$room/display")
    export DISPLAY
    xdotool mousemove 1 1 # keys go to the window under it
}

stop_server() {
    kill "$server"
    wait "$server" 2>/dev/null
    until rm -rf "$room" 2>/dev/null; do sleep 0.1; done # the last program may still write
}

is_asleep() { # PROCESS
    local state
    read -r _ _ state _ 2>/dev/null <"/proc/$1/stat" && [ "$state" = S ]
}

# Until nothing has moved for a while.
wait_for_rest() {
    local seen now calm=0 tries=0
    while ((calm < 3 && tries++ < 200)); do
        sleep 0.04
        now=$(md5sum <"$room/Xvfb_screen0")
        if [ "$now" = "${seen:-}" ] && is_asleep "$terminal" && is_asleep "$inside"; then
            ((calm += 1))
        else
            calm=0
        fi
        seen=$now
    done
}

# Until the program has taken over the terminal.
wait_for_program() {
    local tries=0
    while ((tries++ < 200)); do
        if read -r inside tty <"$room/started" && stty -a -F "$tty" | grep -q -e -icanon; then
            return 0
        fi 2>/dev/null
        sleep 0.02
    done
    return 1
}

type_keys() { # KEYS
    local rest=$1 plain=''
    local -a orders=()
    while [ -n "$rest" ]; do
        if [[ $rest =~ ^\<([A-Za-z]+)\>(.*)$ ]]; then
            [ -z "$plain" ] || orders+=(type --delay 4 --args 1 "$plain")
            plain=''
            orders+=(key --delay 4 "$(key_name "${BASH_REMATCH[1]}")")
            rest=${BASH_REMATCH[2]}
        else
            plain+=${rest:0:1}
            rest=${rest:1}
        fi
    done
    [ -z "$plain" ] || orders+=(type --delay 4 --args 1 "$plain")
    xdotool "${orders[@]}"
}

key_name() { # as X calls it
    case $1 in
    CR) echo Return ;;
    Backspace) echo BackSpace ;;
    Space) echo space ;;
    *) echo "$1" ;;
    esac
}

crop() { # what is terminal of the server's screen
    xdotool search --onlyvisible --class xterm getwindowgeometry |
        awk '/Geometry/ { print $2 "+0+0" }'
}

# Takes PICTURE of SCREEN at SIZE in LOOK; further words are ImageMagick's.
shoot() {
    local picture=$1 command keys term set colors
    read -r command lesson keys <<<"$(row_of "$screens" "$2")"
    read -r term set colors <<<"$(row_of "$looks" "$4")"
    rm -f "$room/started"
    # shellcheck disable=SC2086,SC2016
    xterm -tn "$term" -fa 'DejaVu Sans Mono' -fs "${FONT_SIZE:-10}" -b 0 -bw 0 +sb -geometry "$3+0+0" \
        $colors -e env XDG_STATE_HOME="$room/state-$2-$3-$4" LC_ALL=C.UTF-8 COLORTERM= "$set" sh -c \
        'echo $$ "$(tty)" >"$1/started"; shift; exec "$@"' sh "$room" "$program" "$command" \
        ${lesson//,/ } >/dev/null 2>&1 &
    terminal=$!
    shift 4
    if wait_for_program; then
        wait_for_rest
        if [ -n "$keys" ]; then
            type_keys "$keys"
            wait_for_rest
        fi
        convert "xwd:$room/Xvfb_screen0" -crop "$(crop)" +repage "$@" "$picture"
    else
        echo "look.sh: $picture: the program has not begun" >&2
    fi
    kill "$terminal" 2>/dev/null
    wait "$terminal" 2>/dev/null
}

# ---- all of them ----------------------------------------------------------------------------------

# Every JOBS-th picture of the list, beginning with the one of this number.
work() { # NUMBER
    room=$out/room-$1
    start_server
    awk -v jobs="$jobs" -v mine="$1" 'NR % jobs == mine' "$out/list" |
        while read -r screen size look; do
            shoot "$out/$screen-$size-$look.png" "$screen" "$size" "$look" </dev/null
        done
    stop_server
}

sheet() { # FILE PICTURES…
    local file=$1
    shift
    # Its own default is a PostScript font that few machines have.
    montage -font "$(fc-match --format '%{file}' sans)" -label '%t' "$@" -tile "$((${#} < 4 ? ${#} : 4))x" -geometry '640x>+6+6' \
        -background gray50 -fill white "$file" && echo "$file"
}

sheets() {
    local size look screen
    if [ "$(names_of "$screens" "${ONLY:-}" | wc -l)" = 1 ]; then
        screen=$(names_of "$screens" "${ONLY:-}")
        awk -v out="$out" '{ print out "/" $1 "-" $2 "-" $3 ".png" }' "$out/list" |
            { mapfile -t pictures; sheet "$out/sheet-$screen.png" "${pictures[@]}"; }
        return
    fi
    awk '{ print $2, $3 }' "$out/list" | sort -u | while read -r size look; do
        awk -v out="$out" -v size="$size" -v look="$look" \
            '$2 == size && $3 == look { print out "/" $1 "-" $2 "-" $3 ".png" }' "$out/list" |
            { mapfile -t pictures; sheet "$out/sheet-$size-$look.png" "${pictures[@]}"; }
    done
}

take_all() {
    local size look screen number
    mkdir -p "$out"
    for size in $all_sizes; do
        wanted "$size" "${SIZES:-}" || continue
        for look in $(names_of "$looks" "${LOOKS:-}"); do
            for screen in $(names_of "$screens" "${ONLY:-}"); do echo "$screen $size $look"; done
        done
    done >"$out/list"
    jobs=${JOBS:-$((2 * $(getconf _NPROCESSORS_ONLN)))}
    for ((number = 0; number < jobs; number++)); do work "$number" & done
    wait
    sheets
}

# With few colours they are small, and as sharp.
take_for_readme() {
    local small=(-strip -define png:compression-level=9)
    room=$out/room-readme
    FONT_SIZE=12
    start_server
    shoot assets/walk.png cell 120x40 24bit-dark +dither -colors 64 "${small[@]}"
    shoot assets/heads.png heads 120x40 24bit-dark +dither -colors 160 "${small[@]}"
    stop_server
    "$program" export eight-steps weights -q --force -o assets/eight-steps-weights.png
    shown >assets/pictures.txt
}

frame() { # SCREEN
    local lesson keys
    read -r _ lesson keys <<<"$(row_of "$screens" "$1")"
    "$program" show "${lesson%%,*}" --screen --size 120x40 --keys "$keys"
}

# Of a figure its parts, words and colours: which fonts there are decides where these are.
figure() { # LESSON TENSOR
    "$program" export "$1" "$2" -o - --format svg | sed -E 's/="[^"#]*[0-9][^"#]*"|font-family="[^"]*"//g'
}

# For each picture its sum, and that of what the program draws there. Where the second has changed, the
# picture is old; where the first has, it was not made by this.
shown() {
    local name command
    while read -r name command; do
        echo "$name $(cksum <"assets/$name.png") $($command | cksum)"
    done <<'END'
walk frame cell
heads frame heads
eight-steps-weights figure eight-steps weights
END
}

case ${1:-} in
readme) take_for_readme ;;
shown) shown ;;
*) take_all ;;
esac
