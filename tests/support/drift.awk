# Is what was printed what Python printed?  awk -f drift.awk LISTING.py LISTING.out PRINTED
# Line by line and to the letter; but a listing that trains for long may say "# drifts after: TEXT",
# for sums of products are taken in another order here. On the lines behind the first that begins
# with TEXT, numbers may differ by one in their last digit or by one part in 10,000. What is not a
# number never may, nor may whole numbers. Prints the lines that differ; the exit code is 1 then.
FILENAME == ARGV[1] { if (sub(/^# drifts after: /, "")) mark = $0; next }
FILENAME == ARGV[2] { want[++wanted] = $0; next }
{
    line = ++printed
    if (line > wanted || !(want[line] == $0 || drifts && is_near(want[line], $0))) differ(want[line], $0)
    if (mark != "" && index(want[line], mark) == 1) drifts = 1
}
END {
    while (printed < wanted) differ(want[++printed], "")
    exit differences > 0
}

function differ(expected, got) {
    differences++
    print "-" expected
    print "+" got
}

# The same words, and fractions that are near each other.
function is_near(expected, got) {
    while (match(expected, /[-+]?[0-9]+\.[0-9]+(e[-+]?[0-9]+)?/)) {
        before = substr(expected, 1, RSTART - 1)
        first = substr(expected, RSTART, RLENGTH)
        expected = substr(expected, RSTART + RLENGTH)
        if (!match(got, /[-+]?[0-9]+\.[0-9]+(e[-+]?[0-9]+)?/)) return 0
        if (substr(got, 1, RSTART - 1) != before) return 0
        second = substr(got, RSTART, RLENGTH)
        got = substr(got, RSTART + RLENGTH)
        if (!is_near_number(first, second)) return 0
    }
    return expected == got
}

function is_near_number(first, second,    digits, power, unit, away, size) {
    power = match(first, /e/) ? substr(first, RSTART + 1) + 0 : 0
    digits = first
    sub(/e.*/, "", digits)
    unit = 10 ^ (power - length(digits) + index(digits, "."))
    away = first - second
    size = first + 0
    if (away < 0) away = -away
    if (size < 0) size = -size
    return away <= 1.001 * unit || away <= size / 10000
}
