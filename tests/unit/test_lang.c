// Runs the language files tests/lang/*.test. A file is a list of cases:
//
//     === what is shown
//     the program
//     ---
//     what it prints
//     --- error
//     the whole message, where it ends with one ("--- error here": where Python would go on)
//
// `test_lang --write` writes what qkv says as the expected text of all cases that end with an
// error; UPDATE=1 tests/parity/language.py does that for what is printed, with what Python prints.
#include "support/test.h"

#include "base/files/file.h"
#include "base/text/number.h"
#include "modules/modules.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "tests/lang"

typedef struct Case {
    Str title, program, printed, error;
    const char *mark; // how the error part begins: "--- error", or NULL
} Case;

// ---- reading -------------------------------------------------------------------------------

static bool is_mark(Str line, const char *mark)
{
    return str_is(line, mark);
}

static const char *error_mark(Str line)
{
    static const char *const marks[] = {"--- error", "--- error here"};
    for (int i = 0; i < 2; i++) {
        if (is_mark(line, marks[i])) return marks[i];
    }
    return NULL;
}

static Str upto(const char *start, const char *end)
{
    return (Str){start, (int)(end - start)};
}

// The next case of a file; false at its end.
static bool next_case(Str *rest, Case *found)
{
    *found = (Case){0};
    Str line = {0}, ahead;
    while (str_next_line(rest, &line) && !str_starts(line, "=== ")) continue;
    if (!str_starts(line, "=== ")) return false;
    found->title = str_slice(line, 4, line.n);
    Str *part = &found->program;
    const char *start = rest->p;
    for (ahead = *rest;; *rest = ahead) {
        bool more = str_next_line(&ahead, &line);
        bool ends = !more || str_starts(line, "=== ");
        const char *mark = more ? error_mark(line) : NULL;
        if (!ends && !mark && !is_mark(line, "---")) continue;
        *part = upto(start, more ? line.p : rest->p + rest->n);
        if (ends) return true;
        part = mark ? &found->error : &found->printed;
        if (mark) found->mark = mark;
        start = ahead.p;
    }
}

// Programs may name the byte that no text file should hold: <NUL>.
static Str with_nul_bytes(Arena *arena, Str program)
{
    Buf out = {.arena = arena};
    for (int at; (at = str_find(program, "<NUL>")) >= 0;) {
        buf_add(&out, str_slice(program, 0, at));
        buf_add_char(&out, '\0');
        program = str_slice(program, at + 5, program.n);
    }
    buf_add(&out, program);
    return buf_str(&out);
}

// ---- running -------------------------------------------------------------------------------

static void run_case(Arena *arena, const Case *example, int64_t collections, Buf *printed,
                     Buf *message)
{
    Source source = {.name = "case.py", .text = with_nul_bytes(arena, example->program)};
    Error error = {.arena = arena};
    RunOptions options = {
        .out = printed,
        .memory_limit = 64 << 20,
        .object_limit = 1 << 30,
        .step_limit = 30000000,
        .collections = collections,
    };
    Run *run = run_new(&options);
    bool ok = run_source(run, &source, &error) && run_end(run, &error);
    if (!ok) error_print(&error, message);
    run_free(run);
}

// The first line in which they differ.
static void print_difference(Str expected, Str actual)
{
    Str wanted = {0}, got = {0};
    bool more = true;
    for (int number = 1; more; number++) {
        bool wants = str_next_line(&expected, &wanted), gets = str_next_line(&actual, &got);
        more = wants && gets && str_equal(wanted, got);
        if (more) continue;
        fprintf(stderr, "  line %d\n    expected %.*s\n    actual   %.*s\n", number,
                wants ? wanted.n : 9, wants ? wanted.p : "(no more)", gets ? got.n : 9,
                gets ? got.p : "(no more)");
    }
}

// The number at the start of a text, or the one character; it moves on.
static Str take_word(Str *text)
{
    int n = 0;
    while (n < text->n && strchr("0123456789.e-", text->p[n])) n++;
    if (n == 0) n = 1;
    Str word = str_slice(*text, 0, n);
    *text = str_slice(*text, n, text->n);
    return word;
}

// The C library of 32-bit x86 gives some functions of doubles another last digit.
static bool are_alike(Str expected, Str actual)
{
    bool may_differ = sizeof(void *) == 4;
    if (!may_differ) return str_equal(expected, actual);
    while (expected.n && actual.n) {
        Str wanted = take_word(&expected), got = take_word(&actual);
        double x, y;
        if (str_equal(wanted, got)) continue;
        bool numbers = number_parse_double(wanted, &x) && number_parse_double(got, &y);
        if (!numbers || fabs(x - y) > 1e-15 * fabs(x)) return false;
    }
    return expected.n == actual.n;
}

static bool report(const char *file, const Case *example, const char *what, Str expected,
                   Str actual)
{
    if (are_alike(expected, actual)) return true;
    fprintf(stderr, FOLDER "/%s: %.*s: %s\n", file, STR_ARG(example->title), what);
    print_difference(expected, actual);
    return false;
}

static bool check_case(const char *file, const Case *example, int64_t collections)
{
    Arena arena = {0};
    Buf printed = {.arena = &arena}, message = {.arena = &arena};
    run_case(&arena, example, collections, &printed, &message);
    bool ok = report(file, example, "printed", example->printed, buf_str(&printed));
    ok &= report(file, example, "error", example->error, buf_str(&message));
    arena_free(&arena);
    return ok;
}

// ---- files ---------------------------------------------------------------------------------

static int is_test(const struct dirent *entry)
{
    return str_ends(str_from(entry->d_name), ".test");
}

static Str read_file(Arena *arena, const char *path)
{
    Error error = {.arena = arena};
    Str text = {0};
    if (!file_read(path, 1 << 20, arena, &text, &error)) print_error("%s\n", error.message);
    return text;
}

static void check_file(Arena *arena, const char *name, int64_t collections, int *cases,
                       int *failures)
{
    Str rest = read_file(arena, arena_printf(arena, FOLDER "/%s", name));
    Case example;
    while (next_case(&rest, &example)) {
        ++*cases;
        *failures += !check_case(name, &example, collections);
    }
}

static const char *only; // the file that was named, NULL: all

static void check_all_files(int64_t collections)
{
    Arena arena = {0};
    struct dirent **entry;
    int cases = 0, failures = 0, files = scandir(FOLDER, &entry, is_test, alphasort);
    assert_true(files > 0);
    for (int i = 0; i < files; i++) {
        if (!only || strcmp(only, entry[i]->d_name) == 0)
            check_file(&arena, entry[i]->d_name, collections, &cases, &failures);
        free(entry[i]);
    }
    free(entry);
    arena_free(&arena);
    print_message("%d cases in %d files, %d failed\n", cases, files, failures);
    assert_true(cases > 0);
    assert_int_equal(failures, 0);
}

static void test_every_program_prints_what_its_file_says(void **state)
{
    (void)state;
    check_all_files(0);
}

// Under the address sanitizer this shows what the collector does not find.
static void test_they_print_the_same_when_garbage_is_always_collected(void **state)
{
    (void)state;
    check_all_files(2000);
}

// ---- writing what cannot come from Python ------------------------------------------------------

static void write_case(Arena *arena, const Case *example, FILE *out)
{
    Buf printed = {.arena = arena}, message = {.arena = arena};
    run_case(arena, example, 0, &printed, &message);
    Str output = example->mark ? buf_str(&printed) : example->printed;
    fprintf(out, "=== %.*s\n%.*s---\n%.*s", STR_ARG(example->title), STR_ARG(example->program),
            STR_ARG(output));
    if (example->mark) fprintf(out, "%s\n%s", example->mark, buf_text(&message));
}

static int write_file(const char *path)
{
    Arena arena = {0};
    Str rest = read_file(&arena, path);
    FILE *out = fopen(path, "w");
    if (!out) return 1;
    Case example;
    while (next_case(&rest, &example)) write_case(&arena, &example, out);
    arena_free(&arena);
    return fclose(out) != 0;
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "--write") == 0) return write_file(argv[2]);
    if (argc > 1) only = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_program_prints_what_its_file_says),
        cmocka_unit_test(test_they_print_the_same_when_garbage_is_always_collected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
