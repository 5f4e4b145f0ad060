#!/bin/sh
# What `qkv explain FILE TENSOR --axes` says of the tensors of expected.txt, which a reader of the code
# wrote: their axes, their roles and their names, without the place of what a slice leaves. Arguments:
# the files whose rows are checked; without any, all.
set -u
cd "$(dirname "$0")" || exit 1
QKV=${QKV:-$(pwd)/../../build/qkv}

trimmed() {
    echo "$1" | sed 's/^ *//; s/ *$//'
}

# Positions of what is made of queries or keys alone are "token", and not wrong.
same_axes() {
    awk -v wanted="$1" -v found="$2" -v role="$3" 'BEGIN {
        n = split(wanted, w, ","); m = split(found, f, ",")
        pairs = role == "attention weights" || role == "scores"
        for (i = 1; i <= n; i++)
            if (w[i] != f[i] && !(!pairs && f[i] == "token" && w[i] ~ /^(query|key)$/)) exit 1
        exit n != m
    }'
}

grep -v '^#' expected.txt | while IFS='|' read -r file tensor shape axes role name; do
    file=$(trimmed "$file") tensor=$(trimmed "$tensor") axes=$(trimmed "$axes")
    role=$(trimmed "$role")
    name=$(trimmed "$name")
    [ -n "$file" ] || continue
    case " $* " in "  " | *" $file "*) ;; *) continue ;; esac
    said=$("$QKV" explain "$file" "$tensor" --axes 2>/dev/null)
    said_role=$(echo "$said" | sed -n '1s/^.*: \([a-z ]*\), (.*/\1/p')
    said_name=$(echo "$said" | sed -n '1s/: [a-z ]*, (.*//p')
    case "$name" in "$said_name" | "$said_name, "*) named=1 ;; *) named=0 ;; esac
    [ "$said_name" = "$tensor" ] && named=1 # a slice goes by what was typed
    said_axes=$(echo "$said" | sed -n 's/^  [0-9]  \(.\{15\}\).*/\1/p' | sed 's/ *$//' | paste -sd, -)
    [ "$role" = mask ] && role=none
    if [ $named = 1 ] && [ "$role" = "$said_role" ] && same_axes "$axes" "$said_axes" "$role"; then
        echo "ok - $file: $tensor is $name: $role, $axes"
    else
        echo "not ok - $file: $tensor is $name: $role, $axes"
        "$QKV" explain "$file" "$tensor" --axes 2>&1 | sed 's/^/    /'
    fi
done
