#include "support/test.h"

#include "command/options.h"

#include <stdio.h>
#include <string.h>

static Arena arena;
static Error error;
static Arguments arguments;

static int fresh(void **state)
{
    (void)state;
    arena_free(&arena);
    error = (Error){.arena = &arena};
    return 0;
}

static const OptionId ids[] = {OPTION_STEP,          OPTION_JSON,         OPTION_FIGURE_SIZE,
                               OPTION_SCALE,         OPTION_FIGURE_THEME, OPTION_MEMORY,
                               OPTION_OUTPUT,        OPTION_QUIET,        OPTION_SEED,
                               OPTION_SHEET_ANSWERS, OPTION_NONE};

// Parses a command line of words separated by blanks, whose first word is the command.
static bool parse(const char *line)
{
    const char *argv[32] = {"qkv"};
    int argc = 1;
    Str rest = str_from(line);
    while (rest.n) {
        int blank = str_find(rest, " ");
        int end = blank < 0 ? rest.n : blank;
        argv[argc++] = str_copy(&arena, str_slice(rest, 0, end));
        rest = str_slice(rest, end + 1, rest.n);
    }
    Glance glance;
    return options_glance(argc, argv, &glance, &error) &&
           options_parse(argc, argv, glance.command, ids, &arena, &arguments, &error);
}

static void assert_fails(const char *line, const char *message, const char *hint)
{
    fresh(NULL);
    assert_false(parse(line));
    assert_string_equal(error.message, message);
    if (hint) assert_string_equal(error.hint, hint);
}

static void test_options_stand_before_or_after_the_command(void **state)
{
    (void)state;
    const char *lines[] = {"show a --step 3", "--step 3 show a", "show --step 3 a",
                           "--step=3 show a", "show a --step=3"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_true(parse(lines[i]));
        assert_int_equal(arguments.value[OPTION_STEP].integer, 3);
        assert_int_equal(arguments.count, 1);
        assert_string_equal(arguments.words[0], "a");
    }
}

static void test_two_dashes_end_the_options(void **state)
{
    (void)state;
    assert_true(parse("show --json -- --step"));
    assert_true(arguments.value[OPTION_JSON].given);
    assert_int_equal(arguments.count, 1);
    assert_string_equal(arguments.words[0], "--step");
    assert_true(parse("-- show a"));
    assert_int_equal(arguments.count, 1);
}

static void test_a_single_dash_is_a_word(void **state)
{
    (void)state;
    assert_true(parse("show - --json"));
    assert_int_equal(arguments.count, 1);
    assert_string_equal(arguments.words[0], "-");
}

static void test_short_options_may_be_joined(void **state)
{
    (void)state;
    assert_true(parse("show -qvofile.png a"));
    assert_true(arguments.value[OPTION_QUIET].given);
    assert_true(arguments.value[OPTION_VERBOSE].given);
    assert_string_equal(arguments.value[OPTION_OUTPUT].text, "file.png");
    assert_true(parse("show -o other.png"));
    assert_string_equal(arguments.value[OPTION_OUTPUT].text, "other.png");
}

static void test_the_last_of_two_values_counts(void **state)
{
    (void)state;
    assert_true(parse("show --step 3 --step 4"));
    assert_int_equal(arguments.value[OPTION_STEP].integer, 4);
}

static void test_an_empty_value_is_a_value(void **state)
{
    (void)state;
    assert_true(parse("show --output="));
    assert_true(arguments.value[OPTION_OUTPUT].given);
    assert_string_equal(arguments.value[OPTION_OUTPUT].text, "");
}

static void test_sizes_and_bytes_are_read(void **state)
{
    (void)state;
    assert_true(parse("show --size 640x480 --memory 512M --scale 2.5"));
    const OptionValue *size = &arguments.value[OPTION_FIGURE_SIZE];
    assert_true(size->pixels && size->width == 640 && size->height == 480);
    assert_int_equal(arguments.value[OPTION_MEMORY].bytes, 512 << 20);
    assert_true(arguments.value[OPTION_SCALE].number == 2.5);
    assert_true(parse("show --size 2inx1in"));
    assert_true(!size->pixels && size->width == 144 && size->height == 72);
    assert_true(parse("show --size 25.4mm"));
    assert_true(!size->pixels && size->width == 72 && size->height == 0);
    assert_true(parse("show --memory 1000"));
    assert_int_equal(arguments.value[OPTION_MEMORY].bytes, 1000);
}

static void test_a_span_has_a_first_and_a_last(void **state)
{
    (void)state;
    const OptionValue *seed = &arguments.value[OPTION_SEED];
    assert_true(parse("export --seed 1-30"));
    assert_true(seed->integer == 1 && seed->last == 30);
    assert_true(parse("export --seed 7"));
    assert_true(seed->integer == 7 && seed->last == 7);
    const char *const wrong[] = {"30-1", "1-", "-3", "1-2-3", "x", "1--2", "0-9999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char line[80], message[160];
        snprintf(line, sizeof line, "export --seed=%s", wrong[i]);
        snprintf(message, sizeof message,
                 "--seed takes a number, or two as 1-30, from 0 to 1000000000, not \"%s\"",
                 wrong[i]);
        assert_fails(line, message, NULL);
    }
}

static void test_a_pdf_is_a_value_where_it_may_be_left_out(void **state)
{
    (void)state;
    const OptionValue *answers = &arguments.value[OPTION_SHEET_ANSWERS];
    assert_true(parse("export --answers key.pdf a.md"));
    assert_string_equal(answers->text, "key.pdf");
    assert_int_equal(arguments.count, 1);
    assert_true(parse("export --answers a.md"));
    assert_true(answers->given && answers->text[0] == 0);
    assert_int_equal(arguments.count, 1);
}

static void test_an_unknown_option_names_the_nearest(void **state)
{
    (void)state;
    assert_fails("show --stepp 3", "unknown option --stepp", "--step");
    assert_fails("show --jsn", "unknown option --jsn", "--json");
    assert_fails("--jsno show", "unknown option --jsno", "--json");
    assert_fails("show -x", "unknown option -x", NULL);
    assert_fails("show -qx", "unknown option -x", NULL);
    assert_fails("show -é", "unknown option -é", NULL);
}

static void test_an_option_of_another_command_is_unknown(void **state)
{
    (void)state;
    assert_fails("show --keys x", "unknown option --keys", NULL);
}

static void test_a_missing_value_is_told(void **state)
{
    (void)state;
    assert_fails("show --step", "--step needs a value: --step N", NULL);
    assert_fails("show -o", "--output needs a value: --output FILE", NULL);
    assert_fails("show --json=3", "--json takes true or false, not \"3\"", NULL);
}

static void test_a_bad_value_is_told_with_what_is_good(void **state)
{
    (void)state;
    assert_fails("show --step 0", "--step takes a number from 1 to 1000000, not \"0\"", NULL);
    assert_fails("show --step x", "--step takes a number from 1 to 1000000, not \"x\"", NULL);
    assert_fails("show --step=", "--step takes a number from 1 to 1000000, not \"\"", NULL);
    assert_fails("show --step --json", "--step takes a number from 1 to 1000000, not \"--json\"",
                 NULL);
    assert_fails("show --step 99999999999999999999",
                 "--step takes a number from 1 to 1000000, not \"99999999999999999999\"", NULL);
    assert_fails("show --scale nan", "--scale takes a number from 0.1 to 32, not \"nan\"", NULL);
    assert_fails(
        "show --theme lihgt",
        "--theme takes light, dark, print, transparent, transparent-dark or auto, not \"lihgt\"",
        "--theme light");
}

static void test_bad_sizes_are_refused(void **state)
{
    (void)state;
    const char *sizes[] = {"640x", "x480",      "0x0",        "-1x5", "640x480x2",
                           "mm",   "640x480ft", "99999999x9", "axb",  "nan"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        fresh(NULL);
        assert_false(parse(arena_printf(&arena, "show --size %s", sizes[i])));
        bool told = strstr(error.message, "a size such as 1280x720") ||
                    strstr(error.message, "is too small") || strstr(error.message, "is too large");
        assert_true(told);
    }
}

static void test_bad_amounts_of_memory_are_refused(void **state)
{
    (void)state;
    const char *sizes[] = {"0", "-1M", "M", "12Q", "9999999999999G", "1.5G"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        fresh(NULL);
        assert_false(parse(arena_printf(&arena, "show --memory %s", sizes[i])));
        assert_non_null(strstr(error.message, "512M"));
    }
}

static void test_help_is_seen_anywhere_but_not_as_a_value(void **state)
{
    (void)state;
    Glance glance;
    const char *help[] = {"qkv", "show", "--step", "x", "-h"};
    assert_true(options_glance(5, help, &glance, &error));
    assert_true(glance.help);
    assert_int_equal(glance.command, 1);
    const char *value[] = {"qkv", "--title", "--help", "export"};
    assert_true(options_glance(4, value, &glance, &error));
    assert_false(glance.help);
    assert_int_equal(glance.command, 3);
    const char *ended[] = {"qkv", "run", "--", "-h"};
    assert_true(options_glance(4, ended, &glance, &error));
    assert_false(glance.help);
}

static void test_rows_of_one_name_agree_on_taking_a_value(void **state)
{
    (void)state;
    for (OptionId a = 1; a < OPTION_COUNT; a++) {
        assert_non_null(option_table[a].name);
        assert_true(option_help(&option_table[a], &arena)[0] != 0);
        assert_true((option_table[a].kind == KIND_FLAG) == (option_table[a].value == NULL));
        assert_true((option_table[a].kind == KIND_CHOICE) == (option_table[a].choices != NULL));
        for (OptionId b = 1; b < OPTION_COUNT; b++) {
            if (strcmp(option_table[a].name, option_table[b].name) != 0) continue;
            bool is_one =
                (option_table[a].kind == KIND_FLAG) == (option_table[b].kind == KIND_FLAG);
            bool may_be_either =
                option_table[a].kind == KIND_PDF || option_table[b].kind == KIND_PDF;
            assert_true(is_one || may_be_either);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_options_stand_before_or_after_the_command, fresh),
        cmocka_unit_test_setup(test_two_dashes_end_the_options, fresh),
        cmocka_unit_test_setup(test_a_single_dash_is_a_word, fresh),
        cmocka_unit_test_setup(test_short_options_may_be_joined, fresh),
        cmocka_unit_test_setup(test_the_last_of_two_values_counts, fresh),
        cmocka_unit_test_setup(test_an_empty_value_is_a_value, fresh),
        cmocka_unit_test_setup(test_sizes_and_bytes_are_read, fresh),
        cmocka_unit_test_setup(test_a_span_has_a_first_and_a_last, fresh),
        cmocka_unit_test_setup(test_a_pdf_is_a_value_where_it_may_be_left_out, fresh),
        cmocka_unit_test_setup(test_an_unknown_option_names_the_nearest, fresh),
        cmocka_unit_test_setup(test_an_option_of_another_command_is_unknown, fresh),
        cmocka_unit_test_setup(test_a_missing_value_is_told, fresh),
        cmocka_unit_test_setup(test_a_bad_value_is_told_with_what_is_good, fresh),
        cmocka_unit_test_setup(test_bad_sizes_are_refused, fresh),
        cmocka_unit_test_setup(test_bad_amounts_of_memory_are_refused, fresh),
        cmocka_unit_test_setup(test_help_is_seen_anywhere_but_not_as_a_value, fresh),
        cmocka_unit_test_setup(test_rows_of_one_name_agree_on_taking_a_value, fresh),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_free(&arena);
    return failed;
}
