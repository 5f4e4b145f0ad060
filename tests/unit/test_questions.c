// What terminals answer, as they send it, and the signs that follow from it.
#include "support/test.h"

#include "base/text/utf8.h"
#include "terminal/questions.h"

#include <string.h>

static Arena arena;

static int release(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static TerminalAnswers answers_of(const char *bytes)
{
    return answers_read(str_from(bytes));
}

static const char *questions_of(Questions asked)
{
    Buf out = {.arena = &arena};
    questions_write(&asked, &out);
    return buf_text(&out);
}

static void the_last_question_is_the_one_that_all_answer(void **state)
{
    (void)state;
    const char *few = questions_of((Questions){0});
    const char *all =
        questions_of((Questions){.colors = true, .depth = true, .signs = true, .kitty = true});
    assert_true(str_ends(str_from(few), "\r\033[K\033[c"));
    assert_true(str_ends(str_from(all), "\r\033[K\033[c"));
    assert_null(strstr(few, "\033]1"));
    assert_null(strstr(few, "\033_G"));
    assert_null(strstr(few, "\033P"));
    assert_null(strstr(few, "\033[6n"));
    assert_non_null(strstr(all, "\033]11;?"));
    assert_non_null(strstr(all, "\033[0;48;2;1;2;3m\033P$qm\033\\\033[m"));
    assert_non_null(strstr(all, "\033_Gi=31,"));
    assert_non_null(strstr(all, "\r⎡\033[6n"));
    assert_true(strlen(all) < 1000); // half a second at 19200 baud
    assert_false(answers_of("\033[?1;2").is_complete);
    assert_true(answers_of("\033[?1;2c").is_complete);
    assert_true(answers_of("abc\033[A\033[?6c").is_complete);
}

// What was asked with 1, 2, 3 in the semicolons' form, as terminals answer it.
static void a_terminal_that_keeps_a_colour_of_24_bits_takes_them(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        bool is_direct;
    } TERMINALS[] = {
        {"\033P1$r0;48:2::1:2:3m\033\\\033[?64;1c", true}, // xterm
        {"\033P1$r0;48:2:1:2:3m\033\\\033[?65;1;9c", true},
        {"\033P1$r48;2;1;2;3m\033\\\033[?62c", true},
        {"\033P1$r0;48:2:0:1:2:3m\007\033[?62c", true},
        {"\033P0$r48;2;1;2;3m\033\\\033[?62c", true}, // 0 as DEC's VT420 means it
        {"\033P1+r524742=38\033\\\033[?62c", true},
        {"\033P1+r524742\033\\\033[?62c", true},
        {"\033P0$r\033\\\033P1+r524742=382F382F38\033\\\033[?62c", true},
        {"\033P1$r0;48:5:16m\033\\\033[?64;1c", false}, // xterm, where it rounds
        {"\033P1$r0;1;2;3m\033\\\033[?1;2c", false},
        {"\033P1$r0m\033\\\033P0+r524742\033\\\033[?1;2c", false},
        {"\033P1$r0;48:2::0:0:0m\033\\\033[?1;2c", false},
        {"\033P0$r\033\\\033[?1;2c", false},
        {"\033P1$r48;2\033\\\033P1$r2;1;2;3m\033\\\033[?1;2c", false},
        {"\033P1$r0;48:2::1:2:3", false}, // cut
        {"\033P1+q524742\033\\$r48;2;1;2;3m\033[?1;2c", false},
        {"\033[?1;2c", false},
    };
    for (size_t i = 0; i < sizeof TERMINALS / sizeof *TERMINALS; i++)
        assert_int_equal(answers_of(TERMINALS[i].bytes).is_direct, TERMINALS[i].is_direct);
}

static void the_terminals_own_colors_are_read(void **state)
{
    (void)state;
    TerminalAnswers told =
        answers_of("\033]10;rgb:d4d4/d4d4/d400\033\\\033]11;rgb:1e/20/ff\007\033[?1;2c");
    assert_true(told.has_text && told.has_page);
    assert_int_equal(told.text.r, 0xd4);
    assert_int_equal(told.page.r, 0x1e);
    assert_int_equal(told.page.g, 0x20);
    assert_int_equal(told.page.b, 0xff);
    TerminalAnswers untold =
        answers_of("\033]11;rgb:1e1e/1e1e/qqqq\033\\\033]10;rgb:1\033\\\033]11;\033\\");
    assert_false(untold.has_page || untold.has_text);
}

// As these terminals answer, in the order of the questions.
static void the_best_way_to_show_pictures_is_the_one_that_was_answered(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        PixelWay way;
    } TERMINALS[] = {
        {"\033P>|XTerm(379)\033\\\033[6;17;8t\033[?64;1;2;4;6;9;15;18;21;22c", PIXELS_SIXEL},
        {"\033P>|XTerm(379)\033\\\033[?64;1;2;6;9;15;18;21;22c", PIXELS_NONE},
        {"\033P>|kitty(0.26.5)\033\\\033_Gi=31;OK\033\\\033[?62;c", PIXELS_KITTY},
        {"\033P>|WezTerm 20240203-110809\033\\\033_Gi=31;OK\033\\\033[?65;4;6;18;22c",
         PIXELS_KITTY},
        {"\033P>|iTerm2 3.4.23\033\\\033[?62;4c", PIXELS_ITERM},
        {"\033P>|mintty 3.6.1\033\\\033[?64;1;2;4;6;9;15;21;22;28;29c", PIXELS_ITERM},
        {"\033P>|foot(1.13.1)\033\\\033[?62;4;22c", PIXELS_SIXEL},
        {"\033P>|VTE(7006)\033\\\033[?65;1;9c", PIXELS_NONE},
        {"\033P>|tmux 3.3a\033\\\033[?1;2c", PIXELS_NONE},
        {"\033[?4;6c", PIXELS_NONE}, // a VT132: 4 is its class
        {"\033_Gi=31;ENOTSUPPORTED:no\033\\\033[?1;2c", PIXELS_NONE},
        {"\033_Gi=1;OK\033\\\033[?1;2c", PIXELS_NONE},
        {"\033P1$r4;OK\033\\\033[?1;2c", PIXELS_NONE},
        {"kitty WezTerm \033[4c", PIXELS_NONE},
    };
    for (size_t i = 0; i < sizeof TERMINALS / sizeof *TERMINALS; i++)
        assert_int_equal(answers_of(TERMINALS[i].bytes).pixels, TERMINALS[i].way);
}

static void the_size_of_a_cell_and_what_sixel_can_do_are_read(void **state)
{
    (void)state;
    TerminalAnswers told = answers_of("\033[6;17;8t\033[?1;0;256S\033[?2;0;1000;800S");
    assert_int_equal(told.cell_width, 8);
    assert_int_equal(told.cell_height, 17);
    assert_int_equal(told.sixel_colors, 256);
    assert_int_equal(told.sixel_width, 1000);
    assert_int_equal(told.sixel_height, 800);
    TerminalAnswers untold =
        answers_of("\033[4;17;8t\033[?1;3;0S\033[?2;3;0S\033[6;17t\033[6;99999999999;8t");
    assert_int_equal(untold.sixel_colors, 0);
    assert_int_equal(untold.sixel_width, 0);
    assert_int_equal(untold.cell_width, 8);
    assert_true(untold.cell_height >= 100000); // no overflow
}

static int sign_number(uint32_t code)
{
    int number = 0;
    while (sign_code(number) != code) assert_int_not_equal(sign_code(number++), 0);
    return number;
}

// The cursor's place behind each sign; `wide` is two columns wide, all when it is 0.
static const char *places(uint32_t wide, int more)
{
    Buf out = {.arena = &arena};
    int count = 0;
    while (sign_code(count)) count++;
    for (int i = 0; i < count + more; i++)
        buf_printf(&out, "\033[1;%dR", !wide || sign_code(i) == wide ? 3 : 2);
    return buf_text(&out);
}

static void signs_measured_as_wide_are_drawn_in_ascii(void **state)
{
    (void)state;
    TerminalAnswers told = answers_of(places(U'→', 0));
    assert_true(told.is_wide[sign_number(U'→')]);
    assert_false(told.is_wide[sign_number(U'×')]);
    Signs signs = {.set = SIGNS_UNICODE};
    memcpy(signs.is_wide, told.is_wide, sizeof signs.is_wide);
    Frame frame = frame_new(&arena, 8, 1);
    frame_text(&frame, (Rect){0, 0, 8, 1}, 0, 0, (Style){0}, STR("3×4→é注"));
    signs_apply(&signs, &frame);
    Buf out = {.arena = &arena};
    frame_print(&frame, &out);
    assert_string_equal(buf_text(&out), "3×4>é注\n");
}

static void places_that_are_not_of_all_signs_say_nothing(void **state)
{
    (void)state;
    assert_false(answers_of(places(0, 1)).is_wide[0]); // a key looked like one
    assert_false(answers_of(places(0, -1)).is_wide[0]);
    assert_true(answers_of(places(0, 0)).is_wide[0]);
}

static void what_is_cut_or_wrong_is_harmless(void **state)
{
    (void)state;
    static const char WHOLE[] = "\033]11;rgb:1e1e/2020/ffff\033\\\033P>|kitty\033\\\033[6;17;8t"
                                "\033[?2;0;1000;800S\033_Gi=31;OK\033\\\033[1;2R\033[?62;4c";
    for (int n = 0; n < (int)sizeof WHOLE; n++) {
        char *copy = str_copy(&arena, (Str){WHOLE, n});
        assert_int_equal(answers_read((Str){copy, n}).is_complete, n == sizeof WHOLE - 1);
        answers_read((Str){copy + n / 2, n - n / 2});
    }
    Buf many = {.arena = &arena};
    for (int i = 0; i < 1000; i++) buf_printf(&many, "\033[?%d;1c\033[1;9R\033[", i);
    assert_true(answers_read(buf_str(&many)).is_complete);
}

// ---- sets of signs ------------------------------------------------------------------------------

static void the_set_follows_from_option_locale_and_terminal(void **state)
{
    (void)state;
    assert_int_equal(signs_chosen(SIGNS_AUTO, true, "xterm-256color"), SIGNS_UNICODE);
    assert_int_equal(signs_chosen(SIGNS_AUTO, true, "linux"), SIGNS_CONSOLE);
    assert_int_equal(signs_chosen(SIGNS_AUTO, true, "linux-16color"), SIGNS_CONSOLE);
    assert_int_equal(signs_chosen(SIGNS_AUTO, true, NULL), SIGNS_UNICODE);
    assert_int_equal(signs_chosen(SIGNS_AUTO, false, "linux"), SIGNS_ASCII);
    assert_int_equal(signs_chosen(SIGNS_UNICODE, true, "linux"), SIGNS_UNICODE);
    assert_int_equal(signs_chosen(SIGNS_ASCII, true, "xterm"), SIGNS_ASCII);
    assert_true(signs_need_utf8(SIGNS_CONSOLE) && !signs_need_utf8(SIGNS_AUTO));
}

static const char *drawn_with(SignSet set, const char *text)
{
    Frame frame = frame_new(&arena, 40, 1);
    frame_text(&frame, (Rect){0, 0, 40, 1}, 0, 0, (Style){0}, str_from(text));
    signs_apply(&(Signs){.set = set}, &frame);
    Buf out = {.arena = &arena};
    frame_print(&frame, &out);
    return buf_text(&out);
}

static void the_console_keeps_its_lines_and_the_words(void **state)
{
    (void)state;
    assert_string_equal(drawn_with(SIGNS_CONSOLE, "⎡ −1 × 2 ⎤ ┌─┐ ━╸─ █▌▏ → naïve – 注"),
                        "┌ -1 × 2 ┐ ┌─┐ ■■─ █▒░ → naïve – 注\n");
    assert_string_equal(drawn_with(SIGNS_ASCII, "⎡ −1 × 2 ⎤ ┌─┐ ━╸─ █▌▏ → naïve – 注"),
                        "[ -1 x 2 ] +-+ ==- #=. > naive - ?\n");
    assert_string_equal(drawn_with(SIGNS_CONSOLE, "⠂⠒⣿▚"), ".-#▒\n");
    assert_string_equal(drawn_with(SIGNS_UNICODE, "⎡ −1 × 2 ⎤"), "⎡ −1 × 2 ⎤\n");
}

// Of the kernel's font (cp437.uni) and those that Debian loads for Latin letters at once.
static void the_console_is_only_sent_signs_that_its_fonts_have(void **state)
{
    (void)state;
    static const char HAS[] = "×÷≈·≤≥←→↑↓▲▼•■─│┌┐└┘├┤┬┴┼█░▒";
    for (int i = 0; sign_code(i); i++) {
        char sign[5] = {0};
        utf8_encode(sign_code(i), sign);
        Str shown = str_trim(str_from(drawn_with(SIGNS_CONSOLE, sign)));
        assert_true(shown.n == 1 || str_find(str_from(HAS), str_copy(&arena, shown)) >= 0);
    }
}

static void no_sign_stands_for_itself_twice(void **state)
{
    (void)state;
    for (int i = 0; sign_code(i); i++) {
        assert_int_equal(utf8_char_width(sign_code(i)), 1);
        assert_int_equal(sign_number(sign_code(i)), i);
        assert_true(sign_ascii(sign_code(i)) > ' ' && sign_ascii(sign_code(i)) != '?');
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, release)
    const struct CMUnitTest tests[] = {
        TEST(the_last_question_is_the_one_that_all_answer),
        TEST(a_terminal_that_keeps_a_colour_of_24_bits_takes_them),
        TEST(the_terminals_own_colors_are_read),
        TEST(the_best_way_to_show_pictures_is_the_one_that_was_answered),
        TEST(the_size_of_a_cell_and_what_sixel_can_do_are_read),
        TEST(signs_measured_as_wide_are_drawn_in_ascii),
        TEST(places_that_are_not_of_all_signs_say_nothing),
        TEST(what_is_cut_or_wrong_is_harmless),
        TEST(the_set_follows_from_option_locale_and_terminal),
        TEST(the_console_keeps_its_lines_and_the_words),
        TEST(the_console_is_only_sent_signs_that_its_fonts_have),
        TEST(no_sign_stands_for_itself_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
