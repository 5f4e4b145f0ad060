#!/bin/sh
# Runs the fuzz targets in a folder, one after another, each from its seeds.
#
#   [FUZZ_SECONDS=60] [FUZZ_RUNS=20000] fuzz.sh FOLDER [NAME…]
#
# With FUZZ_RUNS the inputs are the same each time. What crashes a target is kept in
# tests/fuzz/crashes/NAME, where `make test` replays it from then on.
set -u
cd "$(dirname "$0")/../.."
folder=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LSAN_OPTIONS="suppressions=$PWD/tests/support/lsan.supp:print_suppressions=0"

# The programs of tests/lang and the code of the lessons, one file each.
programs() {
    awk -v to="$1/" '
        FNR == 1   { file = ""; lesson = FILENAME ~ /\.md$/ }
        !lesson && /^=== /        { close(file); file = to (++n) ".py"; next }
        !lesson && /^---/         { close(file); file = "" }
        lesson && /^```python/    { close(file); file = to (++n) ".py"; next }
        lesson && /^```/          { close(file); file = "" }
        file != "" { print > file }' tests/lang/*.test lessons/*.md tests/fuzz/lessons/*.md
}

# One file for each line, without its end.
lines() {
    while IFS= read -r line; do
        n=$((${n:-0} + 1))
        printf "$line" >"$1/$n"
    done
}

seeds() { # NAME FOLDER
    case $1 in
    lesson) cp lessons/*.md tests/fuzz/lessons/*.md "$2" ;;
    lang) programs "$2"; cp tests/listings/*.py "$2" ;;
    listing) programs "$2"; cp tests/commands/files/*.py tests/listings/*.py "$2" ;;
    notebook) cp tests/commands/files/*.ipynb "$2" ;;
    *) lines "$2" <"tests/fuzz/$1.seeds" ;;
    esac
    [ ! -d "tests/fuzz/crashes/$1" ] || cp -R "tests/fuzz/crashes/$1/." "$2"
}

run() { # NAME
    mkdir -p "$work/$1"
    seeds "$1" "$work/$1"
    set -- "$1" -seed=1 -timeout=20 -rss_limit_mb=3000 -print_final_stats=1 -verbosity=0 \
        -artifact_prefix="$work/found-"
    [ ! -f "tests/fuzz/$1.dict" ] || set -- "$@" -dict="tests/fuzz/$1.dict"
    if [ -n "${FUZZ_RUNS:-}" ]; then
        set -- "$@" -runs="$FUZZ_RUNS"
    else
        set -- "$@" -max_total_time="${FUZZ_SECONDS:-60}"
    fi
    name=$1
    shift
    "$folder/fuzz_$name" "$@" "$work/$name" >"$work/log" 2>&1 </dev/null
}

keep() { # NAME: what was found
    for found in "$work"/found-*; do
        [ -f "$found" ] || continue
        mkdir -p "tests/fuzz/crashes/$1"
        mv "$found" "tests/fuzz/crashes/$1/$(basename "${found#*found-}" | cut -c 1-16)"
    done
    tail -n 60 "$work/log" | sed 's/^/    /'
}

[ $# -gt 0 ] || set -- lesson lang listing notebook keys cell
passed=0 failed=0
for target in "$@"; do
    if run "$target"; then
        passed=$((passed + 1))
        echo "ok - fuzz_$target"
    else
        failed=$((failed + 1))
        echo "not ok - fuzz_$target"
        keep "$target"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
