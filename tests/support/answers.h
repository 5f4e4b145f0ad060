// Lines that a program prints, against those that PyTorch printed: "NAME: LAYOUT -> ANSWER". A list
// beside them names the lines that differ, each with its reason (tests/golden/*_differ.txt).
#pragma once

#include "support/program.h"
#include "support/word.h"

#include "base/files/file.h"

#include <math.h>
#include <string.h>

static Str whole_file(const char *path)
{
    enum { MOST_BYTES = 1 << 24 };
    Str text;
    Error error = {.arena = &arena};
    assert_true(file_read(path, MOST_BYTES, &arena, &text, &error));
    return text;
}

// "  add: row three-ones" names lines by operation and layouts; "*" are all layouts, and "within
// 1e-6" says by how much numbers may differ. Gives that, INFINITY without it, or -1 for other
// lines.
static double listed_by(Str entry, Str line)
{
    int colon = str_find(entry, ": "), of = str_find(line, ": "), arrow = str_find(line, " -> ");
    if (!str_starts(entry, "  ") || colon < 0 || of < 0 || arrow < 0) return -1;
    if (!str_equal(str_slice(entry, 2, colon), str_slice(line, 0, of))) return -1;
    Str layout = str_slice(line, of + 2, arrow), rest = str_slice(entry, colon + 2, entry.n);
    bool found = false;
    while (str_trim(rest).n > 0) {
        Str word = next_word(&rest);
        if (str_is(word, "within")) return found ? to_double(next_word(&rest)) : -1;
        found = found || str_is(word, "*") || str_equal(word, layout);
    }
    return found ? (double)INFINITY : -1;
}

static double listed(Str list, Str line)
{
    double within = -1;
    for (Str entry; within < 0 && str_next_line(&list, &entry);) within = listed_by(entry, line);
    return within;
}

// Does a line begin with the name, alone or before what tells several cases apart?
static bool has_case(Str golden, const char *name)
{
    int length = (int)strlen(name);
    for (Str line; str_next_line(&golden, &line);) {
        if (!str_starts(line, name) || line.n <= length) continue;
        if (line.p[length] == ':' || line.p[length] == ' ') return true;
    }
    return false;
}

// The line that says the same before its arrow; "" where there is none.
static Str answer_to(Str expected, Str all)
{
    Str asked = str_slice(expected, 0, str_find(expected, " -> ") + 4);
    for (Str line; str_next_line(&all, &line);) {
        if (str_equal(str_slice(line, 0, asked.n), asked)) return line;
    }
    return (Str){0};
}

// Compares what was printed with the golden file. `differ` says by how much two lines do: 0 not at
// all, INFINITY not only in numbers.
static void check_answers(const char *golden_path, const char *list_path,
                          double (*differ)(Str expected, Str got))
{
    int wrong = 0;
    Str golden = whole_file(golden_path), known = whole_file(list_path), expected, got;
    Str ours = {printed.p, printed.n};
    while (str_next_line(&golden, &expected)) {
        Str rest = ours;
        bool in_order = str_next_line(&rest, &got) && answer_to(expected, got).n;
        if (in_order)
            ours = rest;
        else
            got = answer_to(expected, ours);
        double by = differ(expected, got), within = listed(known, expected);
        if (by == 0 ? within < (double)INFINITY : by <= within) continue;
        print_error("%s\n  PyTorch  %.*s\n  qkv      %.*s\n",
                    by != 0 ? "differs" : "listed as different, but it is not", STR_ARG(expected),
                    STR_ARG(got));
        wrong++;
    }
    assert_int_equal(wrong, 0);
}
