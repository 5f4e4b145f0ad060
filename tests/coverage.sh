#!/bin/bash
# The ideas of coverage.txt: each names a lesson, a step of it and words that this step says, or why
# it is left out, and at least 150 of them are taught.
set -u
cd "$(dirname "$0")/.." || exit 1
awk -F ' [|] ' -v least=150 '
    function fail(what) { print "tests/coverage.txt:" FNR ": " what; failed = 1 }
    function look_for(said, words,   i, count, word) {
        count = split(tolower(words), word, ", ")
        for (i = 1; i <= count; i++)
            if (!index(said, word[i])) fail("the step does not say \"" word[i] "\"")
    }
    FILENAME != "tests/coverage.txt" {
        if (FNR == 1) {
            name = FILENAME
            sub(/^lessons\/[0-9]+-/, "", name)
            sub(/[.]md$/, "", name)
            step = ""
        }
        if (/^## /) {
            step = substr($0, 4)
            lessons[name] = 1
            steps[name, step] = " "
        } else if (step != "") {
            sub(/^[> ]+/, "")
            steps[name, step] = steps[name, step] tolower($0) " "
        }
        next
    }
    /^#/ || /^==/ || /^$/ { next }
    NF == 3 && $2 == "left out" { left++; next }
    NF != 4 { fail("not \"idea | lesson | step | words\""); next }
    !($2 in lessons) { fail("there is no lesson " $2); next }
    !(($2, $3) in steps) { fail("lesson " $2 " has no step \"" $3 "\""); next }
    { look_for(steps[$2, $3], $4); taught++ }
    END {
        print taught " ideas are taught, " left + 0 " are left out, each with its reason"
        if (taught < least) { print "at least " least " should be"; failed = 1 }
        print (failed ? "not ok" : "ok") " - the ideas of coverage.txt are taught where it says"
        exit failed
    }' lessons/*.md tests/coverage.txt
