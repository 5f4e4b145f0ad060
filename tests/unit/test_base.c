#include "support/test.h"

#include "base/error.h"
#include "base/text/number.h"
#include "base/text/utf8.h"
#include "base/text/visible.h"

#include <math.h>
#include <string.h>

static Arena arena;

static int forget(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static const char *repr(double value)
{
    Buf buf = {.arena = &arena};
    number_repr_double(&buf, value);
    return buf_text(&buf);
}

static const char *human(double value, int digits)
{
    Buf buf = {.arena = &arena};
    number_human(&buf, value, digits);
    return buf_text(&buf);
}

static void test_text_on_one_line_has_single_blanks_and_none_at_its_ends(void **state)
{
    (void)state;
    Buf line = {.arena = &arena};
    buf_add(&line, STR("= "));
    buf_add_one_line(&line, STR("  f(a,\n\t b)  \n"));
    assert_string_equal(buf_text(&line), "= f(a, b)");
}

static void test_repr_is_what_python_prints(void **state)
{
    (void)state;
    assert_string_equal(repr(0.1), "0.1");
    assert_string_equal(repr(3), "3.0");
    assert_string_equal(repr(-0.0), "-0.0");
    assert_string_equal(repr(1e16), "1e+16");
    assert_string_equal(repr(1e15), "1000000000000000.0");
    assert_string_equal(repr(0.0001), "0.0001");
    assert_string_equal(repr(0.00001), "1e-05");
    assert_string_equal(repr(1.0 / 3), "0.3333333333333333");
    assert_string_equal(repr(123456.789), "123456.789");
    assert_string_equal(repr((double)INFINITY), "inf");
    assert_string_equal(repr(5e-324), "5e-324");
}

static void test_a_float32_is_written_with_its_own_digits(void **state)
{
    (void)state;
    Buf buf = {.arena = &arena};
    number_repr_float(&buf, 0.1f);
    assert_string_equal(buf_text(&buf), "0.1");
}

static void test_numbers_for_people(void **state)
{
    (void)state;
    assert_string_equal(human(4, 4), "4");
    assert_string_equal(human(-0.0, 4), "0");
    assert_string_equal(human(0.46831053, 4), "0.4683");
    assert_string_equal(human(0.5, 4), "0.5000");
    assert_string_equal(human(6.0337e-06, 4), "6e-06");
    assert_string_equal(human(-1.52e-05, 4), "-1.5e-05");
    assert_string_equal(human(6.0337e-06, 9), "0.000006034");
    assert_string_equal(human(0.5, 0), "5e-01");
    assert_string_equal(human(185184.75, 4), "185184.75");
    assert_string_equal(human(375000, 4), "375000");
    assert_string_equal(human(12345678.25, 4), "12345678");
    assert_string_equal(human(-1e9, 4), "-1e+09");
    assert_string_equal(human(123456789.5, 4), "1.23e+08");
    assert_string_equal(human((double)-INFINITY, 4), "-inf");
}

// Numbers of every size, among them halves between two decimals, which go to the even one.
static double any_number(int i)
{
    uint64_t bits = (uint64_t)i * UINT64_C(0x9E3779B97F4A7C15);
    bits ^= bits >> 29;
    double sizes[] = {1e-9, 1e-4, 0.1, 1, 100, 1e5, 1e11, 1e17};
    double value = ((double)(bits >> 11) / 0x1p53 - 0.5) * sizes[i % 8];
    if (i % 3 == 0) return (double)(float)value;
    return i % 3 == 1 ? (double)((int64_t)(bits % 20001) - 10000) / 16 : value;
}

static void test_fixed_decimals_are_those_of_printf(void **state)
{
    (void)state;
    const double edges[] = {0.0,  -0.0, 0.5,    1.5,     2.5,   0.125,  -0.375,
                            1e22, 9.5,  0x1p63, -0x1p64, 1e300, 5e-324, -0.0004};
    int count = sizeof edges / sizeof *edges;
    for (int i = 0; i < 20000 + count; i++) {
        double value = i < count ? edges[i] : any_number(i);
        for (int decimals = 0; decimals <= 14; decimals++) {
            ArenaMark mark = arena_mark(&arena);
            Buf fixed = {.arena = &arena};
            number_fixed(&fixed, value, decimals);
            assert_string_equal(buf_text(&fixed), arena_printf(&arena, "%.*f", decimals, value));
            arena_release(&arena, mark);
        }
    }
}

static void test_a_rounded_number_is_what_its_text_reads_as(void **state)
{
    (void)state;
    for (int i = 0; i < 20000; i++) {
        double value = any_number(i), read;
        for (int digits = 0; digits <= 12; digits += 3) {
            ArenaMark mark = arena_mark(&arena);
            Buf text = {.arena = &arena};
            number_human(&text, value, digits);
            assert_true(number_parse_double(buf_str(&text), &read));
            assert_true(number_rounded(value, digits) == read);
            assert_true((read != 0) == (value != 0) && !(read == 0 && signbit(read)));
            Buf column = {.arena = &arena};
            number_aligned(&column, value, digits, 0);
            double other;
            assert_true(number_parse_double(buf_str(&column), &other) && other == read);
            arena_release(&arena, mark);
        }
    }
    assert_true(number_rounded((double)INFINITY, 4) == (double)INFINITY);
    assert_true(isnan(number_rounded((double)NAN, 4)));
}

static void test_beside_larger_ones_what_looks_like_0_is_about_0(void **state)
{
    (void)state;
    static const struct {
        double value;
        int decimals;
        double largest;
        const char *text;
    } written[] = {{6e-6, 4, 0.98, "~0"},    {-6e-6, 4, 0.98, "~0"}, {6e-6, 4, 1e-5, "6e-06"},
                   {6e-6, 4, 4e-4, "6e-06"}, {0, 4, 0.98, "0.0000"}, {0.04, 1, 12, "~0"}};
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        Buf text = {.arena = &arena};
        number_aligned(&text, written[i].value, written[i].decimals, written[i].largest);
        assert_string_equal(buf_text(&text), written[i].text);
    }
    Buf print = {.arena = &arena};
    number_aligned(&print, 6e-6, 4, 1);
    number_typeset(&print, 0);
    assert_string_equal(buf_text(&print), "\u22480");
}

static void test_a_number_must_be_the_whole_text(void **state)
{
    (void)state;
    double value;
    int64_t whole;
    assert_true(number_parse_double(STR("1_000.5"), &value));
    assert_true(value == 1000.5);
    assert_false(number_parse_double(STR("1.5x"), &value));
    assert_false(number_parse_double(STR(""), &value));
    assert_false(number_parse_int(STR("9223372036854775808"), &whole));
    assert_true(number_parse_int(STR("-12"), &whole));
    assert_int_equal(whole, -12);
}

static void test_width_counts_columns(void **state)
{
    (void)state;
    assert_int_equal(utf8_width(STR("cat")), 3);
    assert_int_equal(utf8_width(STR("東京")), 4);
    assert_int_equal(utf8_width(STR("🙂")), 2);
    assert_int_equal(utf8_width(STR("e\xCC\x81")), 1);
    assert_int_equal(utf8_width(STR("ক্ষ")), 2); // Bengali: two letters, a virama between
    assert_int_equal(utf8_width(STR("שָׁ")), 1);  // Hebrew, with two points
    assert_int_equal(utf8_width(STR("カ\u3099")), 2);
    assert_int_equal(utf8_fit(STR("東京"), 3).n, 3);
    assert_false(utf8_valid(STR("\xC0\x80")));
    assert_false(utf8_valid(STR("\xED\xA0\x80")));
}

static void test_what_a_terminal_would_obey_is_spelled(void **state)
{
    (void)state;
    static const struct {
        const char *text, *shown;
    } CASES[] = {
        {"a\tb\n", "a\tb\n"},
        {"\033]0;t\007\r\177", "^[]0;t^G^M^?"},
        {"\302\233x\302\200\302\237", "\\x9bx\\x80\\x9f"},
        {"\342\200\256\342\200\252\342\201\246\342\201\251", "\\u202e\\u202a\\u2066\\u2069"},
        {"\342\200\216\342\200\217\330\234", "\\u200e\\u200f\\u061c"},
        {"\302\240\303\251\346\226\207\342\200\215", "\302\240\303\251\346\226\207\342\200\215"},
        {"\233a\377", "\357\277\275a\357\277\275"}, // no UTF-8
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        assert_string_equal(visible_text(CASES[i].text, &arena), CASES[i].shown);
        assert_int_equal(utf8_width(str_from(CASES[i].text)), utf8_width(str_from(CASES[i].shown)));
    }
}

static void test_the_nearest_name_is_suggested(void **state)
{
    (void)state;
    const char *names[] = {"scores", "values", "queries"};
    assert_string_equal(str_nearest(STR("score"), names, 3), "scores");
    assert_string_equal(str_nearest(STR("vlaues"), names, 3), "values");
    assert_null(str_nearest(STR("weights"), names, 3));
}

static void test_what_is_allocated_after_a_mark_can_be_given_back(void **state)
{
    (void)state;
    Arena scratch = {0};
    ArenaMark empty = arena_mark(&scratch);
    char *kept = arena_alloc(&scratch, 100);
    memset(kept, 'k', 100);
    for (int round = 0; round < 3; round++) {
        ArenaMark mark = arena_mark(&scratch);
        for (int size = 1; size < 100000; size *= 7) {
            char *text = arena_alloc(&scratch, (size_t)size);
            for (int i = 0; i < size; i++) assert_int_equal(text[i], 0);
            memset(text, 'x', (size_t)size);
        }
        arena_release(&scratch, mark);
    }
    for (int i = 0; i < 100; i++) assert_int_equal(kept[i], 'k');
    arena_release(&scratch, empty);
    assert_null(scratch.blocks);
}

static void test_an_error_shows_place_and_hint(void **state)
{
    (void)state;
    Source source = {.name = "a.md", .text = STR("x = 1\ny = x @ z\n"), .first_line = 12};
    Error error = {.arena = &arena};
    error_set_at(&error, (Span){&source, 14, 15}, "NameError", "name '%s' is not defined", "z");
    error_hint(&error, "did you mean x?");
    error_set(&error, NULL, "a later error does not replace the first");
    Buf out = {.arena = &arena};
    error_print(&error, &out);
    assert_string_equal(buf_text(&out), "qkv: a.md:13:9: NameError: name 'z' is not defined\n"
                                        "  y = x @ z\n"
                                        "          ^\n"
                                        "  try: did you mean x?\n");
}

static void test_a_message_is_cut_between_characters(void **state)
{
    (void)state;
    Buf name = {.arena = &arena};
    for (int i = 0; i < 5000; i++) buf_add(&name, STR("é"));
    Error error = {.arena = &arena};
    error_set(&error, "NameError", "x%s is not defined", buf_text(&name));
    error_hint(&error, "%s", buf_text(&name));
    assert_int_equal(strlen(error.message), 1999 + 3); // "x", 999 letters, dots
    assert_int_equal(strlen(error.hint), 2000 + 3);
    assert_true(utf8_valid(str_from(error.message)));
}

// A line of a megabyte used to take minutes.
static void test_a_very_long_line_is_quoted_around_the_place(void **state)
{
    (void)state;
    Buf line = {.arena = &arena}, out = {.arena = &arena};
    buf_add_repeat(&line, 'a', 1 << 20);
    buf_add(&line, STR(" + z"));
    Source source = {.name = "a.py", .text = buf_str(&line)};
    Error error = {.arena = &arena};
    error_set_at(&error, (Span){&source, line.n - 1, line.n}, NULL, "no");
    error_print(&error, &out);
    assert_true(str_starts(buf_str(&out), "qkv: a.py:1:1048580: no\n  aaaa"));
    assert_non_null(strstr(buf_text(&out), "a + z\n"));
    assert_true(str_ends(buf_str(&out), " ^\n"));
    assert_true(out.n < 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_on_one_line_has_single_blanks_and_none_at_its_ends),
        cmocka_unit_test(test_repr_is_what_python_prints),
        cmocka_unit_test(test_a_float32_is_written_with_its_own_digits),
        cmocka_unit_test(test_numbers_for_people),
        cmocka_unit_test(test_fixed_decimals_are_those_of_printf),
        cmocka_unit_test(test_a_rounded_number_is_what_its_text_reads_as),
        cmocka_unit_test(test_beside_larger_ones_what_looks_like_0_is_about_0),
        cmocka_unit_test(test_a_number_must_be_the_whole_text),
        cmocka_unit_test(test_width_counts_columns),
        cmocka_unit_test(test_what_a_terminal_would_obey_is_spelled),
        cmocka_unit_test(test_the_nearest_name_is_suggested),
        cmocka_unit_test(test_what_is_allocated_after_a_mark_can_be_given_back),
        cmocka_unit_test(test_an_error_shows_place_and_hint),
        cmocka_unit_test(test_a_message_is_cut_between_characters),
        cmocka_unit_test(test_a_very_long_line_is_quoted_around_the_place),
    };
    return cmocka_run_group_tests(tests, NULL, forget);
}
