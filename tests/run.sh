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
set -u
cd "$(dirname "$0")/.."

LIMIT=${LIMIT:-300} # seconds for each program
export CMOCKA_MESSAGE_OUTPUT=TAP
export QKV="$PWD/build/qkv"
# What a test sees must not depend on who runs it.
export LC_ALL=C.UTF-8 TZ=UTC
unset LINES COLUMNS NO_COLOR COLORTERM QKV_COLOR COLORFGBG CDPATH 2>/dev/null
if [ -f tests/support/lsan.supp ]; then
    export LSAN_OPTIONS="suppressions=$PWD/tests/support/lsan.supp:print_suppressions=0"
fi

limited() {
    if command -v timeout >/dev/null 2>&1; then timeout -k 5 "$LIMIT" "$@"; else "$@"; fi
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
    output=$(mktemp)
    # Nor may it touch what they have.
    XDG_STATE_HOME=$(mktemp -d) && export XDG_STATE_HOME
    trap 'rm -rf "$output" "$XDG_STATE_HOME"' EXIT
    began=$(date +%s)
    limited "$1" >"$output" 2>&1 </dev/null
    status=$? seconds=$(($(date +%s) - began)) took=
    [ $seconds -lt 10 ] || took="  $seconds s"
    read -r passed failed <<COUNTED
$(count "$output" $status)
COUNTED
    if [ "$failed" = 0 ]; then
        printf '  pass %5d  %s%s\n' "$passed" "$1" "$took"
        return
    fi
    printf '  FAIL %5d  %s (%d passed)%s\n' "$failed" "$1" "$passed" "$took"
    sed 's/^/       | /' "$output"
    if [ $status = 124 ]; then
        echo "       | stopped: it took more than $LIMIT seconds"
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
printf '%s\n' "$@" | xargs -n 1 -P "${JOBS:-$(nproc 2>/dev/null || echo 1)}" tests/run.sh --one |
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
