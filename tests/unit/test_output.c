// What ncurses writes, as the fewer bytes that are sent.
#include "support/test.h"

#include "terminal/output.h"

static Arena arena;
static Output output;

static int setup(void **state)
{
    (void)state;
    output = output_new();
    return 0;
}

static int release(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static const char *sent(const char *bytes)
{
    Buf out = {.arena = &arena};
    output_add(&output, str_from(bytes), &out);
    return buf_text(&out);
}

static void a_rendition_is_sent_when_it_becomes_visible_and_as_what_differs(void **state)
{
    (void)state;
    assert_string_equal(sent("\033[0;1m\033[38;2;1;2;3m\033[48;5;9ma"),
                        "\033[1;38;2;1;2;3;48;5;9ma");
    assert_string_equal(sent("\033[39;49m\033[m"), ""); // as at the end of a frame
    assert_string_equal(sent("\033[0;1;4m\033[38;2;1;2;3m\033[48;5;9mb"), "\033[4mb");
    assert_string_equal(sent("\033[0;1m\033[33mc\033[48;2;9;8;7md"),
                        "\033[24;33;49mc\033[48;2;9;8;7md");
    assert_string_equal(sent("\033[mf"), "\033[22;39;49mf");
}

static void of_a_blank_only_what_can_be_seen_is_sent(void **state)
{
    (void)state;
    assert_string_equal(sent("\033[0;1m\033[31ma\033[0m\033[32m b\033[44m \033[K"),
                        "\033[1;31ma \033[22;32mb\033[44m \033[K");
    assert_string_equal(sent("\033[0;4m \033[0;4;7m\033[35m \033[m\033[5X"),
                        "\033[4;49m \033[7;35m \033[24;27m\033[5X");
}

static void behind_a_doubtful_character_the_cursor_is_placed_anew(void **state)
{
    (void)state;
    assert_string_equal(sent("\033[3;5H注意x"), "\033[3;5H注\033[3;7H意\033[3;9Hx");
    assert_string_equal(sent("\033[1;1Hλx→y"), "\033[1;1Hλ\033[1;2Hx→y");
    assert_string_equal(sent("\033[2;2He\u0301x"), "\033[2;2He\u0301\033[2;3Hx");
    assert_string_equal(sent("\033[2;2H注\033[K"), "\033[2;2H注\033[2;4H\033[K");
    assert_string_equal(sent("\033[2;2H注\033[3;1Hx"), "\033[2;2H注\033[3;1Hx");
}

static void everything_else_stays_as_it_is(void **state)
{
    (void)state;
    assert_string_equal(sent("\033[?7lx\033[?7h\033[3P\033[H"), "\033[?7lx\033[?7h\033[3P\033[H");
}

static void what_is_cut_off_does_no_harm(void **state)
{
    (void)state;
    static const char *const CUT[] = {"\033",        "\033[", "\033[1;",
                                      "\033[38;2;1", "\033(", "\xe6\xb3"};
    for (size_t i = 0; i < sizeof CUT / sizeof *CUT; i++) sent(CUT[i]);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, release)
    const struct CMUnitTest tests[] = {
        TEST(a_rendition_is_sent_when_it_becomes_visible_and_as_what_differs),
        TEST(of_a_blank_only_what_can_be_seen_is_sent),
        TEST(behind_a_doubtful_character_the_cursor_is_placed_anew),
        TEST(everything_else_stays_as_it_is),
        TEST(what_is_cut_off_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
