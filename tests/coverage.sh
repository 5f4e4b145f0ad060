#!/bin/bash
# The ideas of coverage.txt: each names a lesson and a step that exist, or why it is left out, and
# at least 150 of them are taught.
set -u
cd "$(dirname "$0")/.." || exit 1
awk -F ' [|] ' -v least=150 '
    function fail(what) { print "tests/coverage.txt:" FNR ": " what; failed = 1 }
    FILENAME != "tests/coverage.txt" {
        if (FNR == 1) {
            name = FILENAME
            sub(/^lessons\/[0-9]+-/, "", name)
            sub(/[.]md$/, "", name)
        }
        if (/^## /) steps[name, substr($0, 4)] = lessons[name] = 1
        next
    }
    /^#/ || /^==/ || /^$/ { next }
    NF != 3 { fail("not \"idea | lesson | step\""); next }
    $2 == "left out" { left++; next }
    !($2 in lessons) { fail("there is no lesson " $2); next }
    !(($2, $3) in steps) { fail("lesson " $2 " has no step \"" $3 "\""); next }
    { taught++ }
    END {
        print taught " ideas are taught, " left + 0 " are left out, each with its reason"
        if (taught < least) { print "at least " least " should be"; failed = 1 }
        print (failed ? "not ok" : "ok") " - the ideas of coverage.txt are taught where it says"
        exit failed
    }' lessons/*.md tests/coverage.txt
