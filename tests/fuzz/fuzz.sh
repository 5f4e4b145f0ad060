#!/bin/sh
# Runs the fuzz targets in a folder, each from its seeds, as many at once as there are processors.
#
#   fuzz.sh FOLDER [NAME…]                    so many inputs, the same every time
#   FUZZ_SECONDS=600 fuzz.sh FOLDER [NAME…]   for so long each, others every time; those that reach
#                                             new code are kept for the next time, in
#                                             ${XDG_CACHE_HOME:-~/.cache}/qkv/fuzz/NAME
#
# What crashes a target is kept in tests/fuzz/crashes/NAME, where `make test` replays it from then on.
set -u
cd "$(dirname "$0")/../.."
folder=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LSAN_OPTIONS="suppressions=$PWD/tests/support/lsan.supp:print_suppressions=0"

# Those first that still find most, and so have most to do.
[ $# -gt 0 ] || set -- lang keys model figure linear state listing lesson notebook cell files

# How many inputs are the same effort every time; FUZZ_RUNS says otherwise.
inputs() { # NAME
    case $1 in
    lang) echo 10000 ;;
    model) echo 400 ;;
    *) echo 2000 ;;
    esac
}

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

# The files of each model in one, as fuzz_model.c reads them.
models() {
    for model in tests/models/*/; do
        for file in "$model"*.json "$model"*.txt; do
            [ -f "$file" ] || continue
            printf '=== %s\n' "$(basename "$file")"
            cat "$file"
            echo
        done >"$1/$(basename "$model")"
    done
    vocab=$(cat tests/models/gpt2/vocab.json)
    merges=$(sed '1d; s/.*/"&"/' tests/models/gpt2/merges.txt | paste -sd, -)
    { printf '=== config.json\n'; cat tests/models/gpt2/config.json
      printf '\n=== tokenizer.json\n{"added_tokens": [{"id": 313, "content": "<|endoftext|>"}], '
      printf '"pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false}, '
      printf '"model": {"type": "BPE", "vocab": %s, "merges": [%s]}}\n' "$vocab" "$merges"
    } >"$1/tokenizer"
}

seeds() { # NAME FOLDER
    case $1 in
    lesson) cp lessons/*.md tests/fuzz/lessons/*.md "$2" ;;
    lang) programs "$2"; cp tests/listings/*.py "$2" ;;
    listing) programs "$2"; cp tests/commands/files/*.py tests/listings/*.py "$2" ;;
    files) cp tests/commands/files/weights/* tests/commands/files/hostile/* "$2" ;;
    model) models "$2" ;;
    notebook) cp tests/commands/files/*.ipynb "$2" ;;
    *) lines "$2" <"tests/fuzz/$1.seeds" ;;
    esac
    [ ! -d "tests/fuzz/crashes/$1" ] || cp -R "tests/fuzz/crashes/$1/." "$2"
    [ -z "${FUZZ_SECONDS:-}" ] || corpus "$1" "$2"
}

# What 100,000 inputs reached, by as few as reach it. CI's time is too short for it.
corpus() { # NAME FOLDER
    [ ! -f "tests/fuzz/corpora/$1.tar.gz" ] || {
        mkdir "$2/corpus"
        tar -C "$2/corpus" -xzf "tests/fuzz/corpora/$1.tar.gz"
    }
}

# Without random addresses in it, even what depends on them is the same every time.
same() {
    if setarch -R true 2>/dev/null; then setarch -R "$@"; else "$@"; fi
}

run() { # NAME
    name=$1 kept=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/qkv/fuzz/$1
    mkdir -p "$work/seeds"
    seeds "$name" "$work/seeds"
    set -- -timeout=60 -rss_limit_mb=3000 -print_final_stats=1 -verbosity=0 \
        -artifact_prefix="$work/found-"
    [ "$name" != model ] || set -- "$@" -max_len=8192 # as long as its seeds
    [ ! -f "tests/fuzz/$name.dict" ] || set -- "$@" -dict="tests/fuzz/$name.dict"
    if [ -n "${FUZZ_SECONDS:-}" ]; then
        mkdir -p "$kept"
        "$folder/fuzz_$name" "$@" -max_total_time="$FUZZ_SECONDS" "$kept" "$work/seeds"
    else # named in an order of ours: a folder has one of its own
        find "$work/seeds" -type f | sort | paste -sd, - >"$work/list"
        same "$folder/fuzz_$name" "$@" -seed=1 -runs="${FUZZ_RUNS:-$(inputs "$name")}" \
            -seed_inputs="@$work/list"
    fi >"$work/log" 2>&1 </dev/null
}

keep() { # NAME: what was found
    for found in "$work"/found-*; do
        [ -f "$found" ] || continue
        mkdir -p "tests/fuzz/crashes/$1"
        mv "$found" "tests/fuzz/crashes/$1/$(basename "${found#*found-}" | cut -c 1-16)"
    done
    tail -n 60 "$work/log" | sed 's/^/    /'
}

if [ $# = 1 ]; then
    if run "$1"; then
        echo "ok - fuzz_$1 ($(sed -n 's/^stat::number_of_executed_units: //p' "$work/log") inputs)"
        echo "1 passed, 0 failed"
        exit 0
    fi
    echo "not ok - fuzz_$1"
    keep "$1"
    echo "0 passed, 1 failed"
    exit 1
fi
printf '%s\n' "$@" |
    xargs -n 1 -P "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)" "$0" "$folder" |
    tee "$work/said" | sed -u '/^[01] passed, [01] failed$/d'
failed=$(grep -c '^not ok - fuzz_' "$work/said")
echo "$(grep -c '^ok - fuzz_' "$work/said") passed, $failed failed"
[ "$failed" = 0 ]
