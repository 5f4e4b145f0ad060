#!/bin/sh
# Runs test programs and scripts, a few at a time, and counts.
#
#   run.sh PROGRAM…
#
# A program reports in TAP ("ok - name", "not ok - name"; cmocka does), or ends with a line
# "N passed, M failed", or only exits: then it is one test. One that crashes, hangs, leaks or stops
# before its last test has failed, whatever it printed. What a program prints is shown only when
# something in it failed. One that failed beside others is tried again when they are done, alone:
# that verdict counts, and both outputs are shown. What failed is named once more at the end, before
# "N passed, M failed"; exits 1 when M is not 0 or N is 0.
#
# LIMIT is processor time, of a program and all that it starts: a busy machine fails nothing.
set -u
cd "$(dirname "$0")/.."

LIMIT=${LIMIT:-600} # seconds of processor time for each program
IDLE=${IDLE:-180}   # seconds in which one that is no longer doing anything uses none
TURN=5              # seconds from look to look
LONGEST='test_storm test_storm_pairs commands/run.sh listings/run.sh test_storm_bytes test_storm_files
    test_memory lessons_altered.sh test_lang test_marks test_screens test_interrupts test_running'
export CMOCKA_MESSAGE_OUTPUT=TAP
export QKV="$PWD/build/qkv"
# What a test sees must not depend on who runs it.
export LC_ALL=C.UTF-8 TZ=UTC XDG_CONFIG_HOME=/dev/null
unset LINES COLUMNS NO_COLOR COLORTERM QKV_COLOR QKV_NOW COLORFGBG CDPATH 2>/dev/null
if [ -f tests/support/lsan.supp ]; then
    export LSAN_OPTIONS="suppressions=$PWD/tests/support/lsan.supp:print_suppressions=0"
fi

# Hundredths of a second of processor time that a process and all below it have used.
used() { # PID
    cat /proc/[0-9]*/stat 2>/dev/null | awk -v root="$1" '
        { pid = $1; sub(/.*\) /, ""); parent[pid] = $2; used[pid] = $12 + $13 + $14 + $15 }
        END {
            for (pid in used) {
                for (at = pid; at != root && at in parent && at != parent[at]; ) at = parent[at]
                if (at == root) { sum += used[pid]; all = all " " pid }
            }
            print sum + 0, all
        }'
}

# Ends a process and all below it when it has used LIMIT, or does nothing, or the shell is gone that waits
# for it; says why.
watch() { # PARENT FILE: the process is in FILE.pid, why it was ended will be in FILE
    now=0 idle=0 turns=0
    while sleep $TURN; do
        before=$now turns=$((turns + 1))
        read -r now all <<USED
$(used "$(cat "$2.pid")")
USED
        idle=$((now > before ? 0 : idle + TURN))
        if [ "$now" -gt $((LIMIT * 100)) ]; then
            echo "it used more than $LIMIT seconds of processor time" >"$2"
        elif [ $idle -ge "$IDLE" ]; then
            echo "it did nothing for $IDLE seconds" >"$2"
        elif [ $((turns * TURN)) -gt $((LIMIT * 20)) ]; then
            echo "it took more than $((LIMIT * 20)) seconds" >"$2"
        elif kill -0 "$1"; then
            continue
        fi
        kill -s KILL $all
        return
    done
}

# In a session of its own, and not deaf to Ctrl-C, as what a shell runs behind is.
limited() { # FILE COMMAND…
    if ! command -v setsid >/dev/null 2>&1 || [ ! -r /proc/self/stat ]; then
        shift
        "$@"
        return
    fi
    watch $$ "$1" >/dev/null 2>&1 </dev/null &
    watcher=$!
    file=$1
    shift
    ! env --default-signal=INT true 2>/dev/null || set -- env --default-signal=INT "$@"
    # shellcheck disable=SC2016
    sh -c 'echo $$ >"$0.pid"; exec setsid "$@"' "$file" "$@"
    set -- $?
    kill $watcher 2>/dev/null
    return "$1"
}

# From a program's output and exit status: "passed failed".
count() {
    awk -v status="$2" '
        /^1\.\.[0-9]+/               { plan = 1; planned = substr($1, 4) + 0 }
        /^(not )?ok .*# SKIP/        { planned--; skipped++; next } # cannot be tried in this build
        /^ok( |$)/                   { passed++ }
        /^not ok( |$)/               { failed++ }
        /^[0-9]+ passed, [0-9]+ failed$/ { said_passed = $1; said_failed = $3; said = 1 }
        END {
            if (passed + failed == 0 && said) { passed = said_passed; failed = said_failed }
            if (passed + failed == 0 && !plan && !said && status == 0) passed = 1
            if (failed == 0 && (status != 0 || passed + skipped == 0 || passed < planned)) failed = 1
            print passed + 0, failed + 0
        }' "$1"
}

# one PROGRAM: runs it and says how it went.
one() {
    output=$(mktemp) stopped=$(mktemp)
    # Nor may it touch what they have.
    XDG_STATE_HOME=$(mktemp -d) && export XDG_STATE_HOME
    trap 'rm -rf "$output" "$stopped" "$stopped".* "$XDG_STATE_HOME"' EXIT
    limited "$stopped" "$1" >"$output" 2>&1 </dev/null
    status=$? took=
    times >"$stopped.times" # in a pipe it would be another process' own
    seconds=$(awk 'NR == 2 { gsub(/[ms]/, " "); printf "%d", 60 * ($1 + $3) + $2 + $4 }' "$stopped.times")
    [ "$seconds" -lt "${SHOWN:-10}" ] || took="  $seconds s"
    read -r passed failed <<COUNTED
$(count "$output" $status)
COUNTED
    skipped=$(sed -n 's/.*# SKIP //p' "$output" | sort -u | tr '\n' ',')
    [ -z "$skipped" ] || took="$took  skipped: ${skipped%,}"
    if [ "$failed" = 0 ]; then
        printf '  pass %5d  %s%s\n' "$passed" "$1" "$took"
        return
    fi
    printf '  FAIL %5d  %s (%d passed)%s\n' "$failed" "$1" "$passed" "$took"
    sed 's/^/       | /' "$output"
    if [ -s "$stopped" ]; then
        echo "       | stopped: $(cat "$stopped")"
    elif [ $status -gt 124 ]; then
        echo "       | stopped by signal $((status - 128))"
    fi
}

if [ "$1" = --one ]; then
    [ ! -f "$2" ] || report=$(one "$2") # an unmatched tests/*/run.sh
    [ -z "${report:-}" ] || echo "$report"
    exit 0
fi
# As many at a time as there are processors: most of them wait for a terminal most of the time.
reports=$(mktemp)
trap 'rm -f "$reports"' EXIT
# The longest begin first, or the last of them would run alone in the end.
in_order() {
    printf '%s\n' "$@" | awk -v names="$LONGEST" '
        BEGIN { count = split(names, name, " ") }
        { rank = count + 1
          for (i = 1; i <= count; i++) if ($0 ~ "/" name[i] "$") rank = i
          print rank, NR, $0 }' | sort -k 1,1n -k 2,2n | cut -d " " -f 3-
}
in_order "$@" | xargs -n 1 -P "${JOBS:-$(nproc 2>/dev/null || echo 1)}" tests/run.sh --one |
    tee "$reports"
failed=$(awk '$1 == "FAIL" { print $3 }' "$reports")
if [ -n "$failed" ]; then
    echo "  again, one at a time: what failed beside others"
    sed -i 's/^  FAIL/  fail/' "$reports"
    printf '%s\n' $failed | xargs -n 1 tests/run.sh --one | tee -a "$reports"
fi
awk '
    $1 == "pass" { passed += $2 }
    $1 == "fail" { print "  FAILED beside others: " $3 }
    $1 == "FAIL" { failed += $2; print "  FAILED alone too: " $3; sub(/.*\(/, ""); passed += $1 }
    END {
        print passed + 0 " passed, " failed + 0 " failed"
        exit failed != 0 || passed == 0
    }' "$reports"
