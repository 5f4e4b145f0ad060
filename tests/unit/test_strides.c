// How results lie in memory: tests/golden/strides.txt holds what PyTorch answers, strides.py there
// asks. The same program runs here; strides_differ.txt lists the lines that differ, and why.
#include "support/test.h"

#include "base/file.h"
#include "support/program.h"

#include <string.h>

enum { MOST_BYTES = 1 << 24 };

static Str whole_file(const char *path)
{
    Str text;
    Error error = {.arena = &arena};
    assert_true(file_read(path, MOST_BYTES, &arena, &text, &error));
    return text;
}

// "  add: row three-ones" names lines by operation and layouts; "*" are all layouts.
static bool names_line(Str entry, Str line)
{
    int colon = str_find(entry, ": "), of = str_find(line, ": "), arrow = str_find(line, " -> ");
    if (!str_starts(entry, "  ") || colon < 0 || of < 0 || arrow < 0) return false;
    if (!str_equal(str_slice(entry, 2, colon), str_slice(line, 0, of))) return false;
    Str layout = str_slice(line, of + 2, arrow), rest = str_slice(entry, colon + 2, entry.n);
    for (int end; rest.n > 0; rest = str_slice(rest, end + (end < rest.n), rest.n)) {
        end = str_find(rest, " ");
        if (end < 0) end = rest.n;
        Str word = str_slice(rest, 0, end);
        if (str_is(word, "*") || str_equal(word, layout)) return true;
    }
    return false;
}

static bool is_listed(Str list, Str line)
{
    for (Str entry; str_next_line(&list, &entry);) {
        if (names_line(entry, line)) return true;
    }
    return false;
}

static void test_results_lie_in_memory_as_pytorch_lays_them(void **state)
{
    (void)state;
    int wrong = 0;
    program_open((RunOptions){.is_unrecorded = true});
    Str golden = whole_file("tests/golden/strides.txt"), expected, got;
    Str known = whole_file("tests/golden/strides_differ.txt");
    assert_string_equal(running(whole_file("tests/golden/strides.py").p), "");
    Str ours = {printed.p, printed.n};
    while (str_next_line(&golden, &expected)) {
        assert_true(str_next_line(&ours, &got));
        bool differs = !str_equal(expected, got);
        if (differs == is_listed(known, expected)) continue;
        print_error("%s\n  PyTorch  %.*s\n  qkv      %.*s\n",
                    differs ? "differs" : "listed as different, but it is not", STR_ARG(expected),
                    STR_ARG(got));
        wrong++;
    }
    assert_false(str_next_line(&ours, &got));
    assert_int_equal(wrong, 0);
}

// Is there a line that begins with the name, alone or before what tells several cases apart?
static bool has_case(Str golden, const char *name)
{
    int length = (int)strlen(name);
    for (Str line; str_next_line(&golden, &line);) {
        if (!str_starts(line, name) || line.n <= length) continue;
        if (line.p[length] == ':' || line.p[length] == ' ') return true;
    }
    return false;
}

static void test_every_operation_has_a_case(void **state)
{
    (void)state;
    Str golden = whole_file("tests/golden/strides.txt");
    for (int i = 0; i < op_count; i++) {
        if (!has_case(golden, ops[i]->name))
            fail_msg("tests/golden/strides.py has no case for %s", ops[i]->name);
    }
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_results_lie_in_memory_as_pytorch_lays_them, program_close),
        cmocka_unit_test(test_every_operation_has_a_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
