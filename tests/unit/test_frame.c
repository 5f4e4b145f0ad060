#include "support/test.h"

#include "base/mark.h"
#include "base/text/utf8.h"
#include "terminal/signs.h"
#include "terminal/text.h"
#include "terminal/theme.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static Arena arena;

static int release(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static const Rect EVERYWHERE = {0, 0, 1000, 1000};

static const char *printed(const Frame *frame)
{
    Buf out = {.arena = &arena};
    frame_print(frame, &out);
    return buf_text(&out);
}

static void a_new_frame_is_blank(void **state)
{
    (void)state;
    Frame frame = frame_new(&arena, 3, 2);
    assert_string_equal(printed(&frame), "\n\n");
}

static void marked_text_has_the_ink_of_its_role_and_takes_no_more_columns(void **state)
{
    (void)state;
    Frame frame = frame_new(&arena, 6, 1);
    const char *text = arena_printf(&arena, "a %s c", mark_text(&arena, ROLE_KEY, "bb"));
    assert_int_equal(utf8_width(str_from(text)), 6);
    frame_text(&frame, EVERYWHERE, 0, 0, (Style){.ink = INK_QUIET}, str_from(text));
    assert_string_equal(printed(&frame), "a bb c\n");
    assert_int_equal(frame.glyphs[0].style.ink, INK_QUIET);
    assert_int_equal(frame.glyphs[3].style.ink, INK_KEY);
    assert_int_equal(frame.glyphs[5].style.ink, INK_QUIET);
}

static void text_is_clipped_to_the_rectangle_and_to_the_frame(void **state)
{
    (void)state;
    Frame frame = frame_new(&arena, 6, 3);
    int end = frame_text(&frame, (Rect){1, 1, 3, 1}, 0, 1, (Style){0}, STR("abcdef"));
    assert_int_equal(end, 6);
    frame_text(&frame, (Rect){1, 1, 3, 1}, 1, 0, (Style){0}, STR("above"));
    frame_text(&frame, EVERYWHERE, 4, 2, (Style){0}, STR("over"));
    frame_text(&frame, EVERYWHERE, -2, 0, (Style){0}, STR("abc"));
    assert_string_equal(printed(&frame), "c\n bcd\n    ov\n");
}

static void a_wide_character_that_would_be_cut_is_left_out(void **state)
{
    (void)state;
    Frame frame = frame_new(&arena, 5, 1);
    assert_int_equal(frame_text(&frame, EVERYWHERE, 0, 0, (Style){0}, STR("注意力")), 6);
    assert_string_equal(printed(&frame), "注意\n");
}

static void overwriting_half_of_a_wide_character_blanks_the_other_half(void **state)
{
    (void)state;
    Frame frame = frame_new(&arena, 4, 1);
    frame_text(&frame, EVERYWHERE, 0, 0, (Style){0}, STR("注意"));
    frame_text(&frame, EVERYWHERE, 1, 0, (Style){0}, STR("x"));
    assert_string_equal(printed(&frame), " x意\n");
    frame_text(&frame, EVERYWHERE, 2, 0, (Style){0}, STR("y"));
    assert_string_equal(printed(&frame), " xy\n");
}

static void combining_marks_stay_with_their_letter_and_joiners_go(void **state)
{
    (void)state;
    Frame frame = frame_new(&arena, 6, 1);
    int end = frame_text(&frame, EVERYWHERE, 0, 0, (Style){0},
                         STR("e\xCC\x81"
                             "a\xE2\x80\x8D"
                             "b"));
    assert_int_equal(end, 3);
    assert_string_equal(frame.glyphs[0].text, "e\xCC\x81");
    assert_string_equal(printed(&frame), "e\xCC\x81"
                                         "ab\n");
}

static void control_characters_are_spelled_and_bad_bytes_are_marked(void **state)
{
    (void)state;
    Frame frame = frame_new(&arena, 16, 1);
    frame_text(&frame, EVERYWHERE, 0, 0, (Style){0},
               STR("a\x1B[\tb\xE2\x80\xAE\xFF"
                   "c"));
    assert_string_equal(printed(&frame), "a^[[ b\\u202e\xEF\xBF\xBD"
                                         "c\n");
}

static void ascii_frames_keep_their_width(void **state)
{
    (void)state;
    Frame frame = frame_new(&arena, 12, 1);
    frame_text(&frame, EVERYWHERE, 0, 0, (Style){0}, STR("─│ – é 注 …"));
    signs_apply(&(Signs){.set = SIGNS_ASCII}, &frame);
    assert_string_equal(printed(&frame), "-| - e ?  ~\n");
}

static void in_ascii_two_halves_are_the_one_that_says_more(void **state)
{
    (void)state;
    Frame frame = frame_new(&arena, 3, 1);
    Rect all = {0, 0, 3, 1};
    Style low = {.ground = GROUND_HEAT, .level = 3}, high = {.ground = GROUND_HEAT, .level = 9};
    Style selected = {.ground = GROUND_SELECTED};
    assert_int_equal(style_of_larger_half(style_of_halves(selected, high)).ground, GROUND_SELECTED);
    assert_int_equal(style_of_larger_half(style_of_halves(high, selected)).ground, GROUND_SELECTED);
    frame_text(&frame, all, 0, 0, style_of_halves(low, high), STR("="));
    frame_text(&frame, all, 1, 0, style_of_halves(high, low), STR("="));
    frame_text(&frame, all, 2, 0, style_of_halves((Style){0}, low), STR("."));
    signs_apply(&(Signs){.set = SIGNS_ASCII}, &frame);
    assert_int_equal(frame.glyphs[0].style.level, 9);
    assert_int_equal(frame.glyphs[1].style.level, 9);
    assert_int_equal(frame.glyphs[2].style.level, 3);
    for (int i = 0; i < 3; i++) assert_false(frame.glyphs[i].style.attributes & ATTR_HALVES);
}

static void what_speaks_of_colours_is_not_printed(void **state)
{
    (void)state;
    Frame frame = frame_new(&arena, 6, 1);
    Rect all = {0, 0, 6, 1};
    frame_text(&frame, all, 0, 0, (Style){.attributes = ATTR_TINT}, STR("0"));
    frame_text(&frame, all, 2, 0, (Style){0}, STR("x"));
    frame_text(&frame, all, 4, 0, (Style){.attributes = ATTR_TINT}, STR("1"));
    Buf printed = {.arena = &arena};
    frame_print(&frame, &printed);
    assert_string_equal(buf_text(&printed), "  x\n");
}

static void letters_lose_their_accents_in_ascii(void **state)
{
    (void)state;
    Frame frame = frame_new(&arena, 30, 1);
    frame_text(&frame, EVERYWHERE, 0, 0, (Style){0}, STR("naïve ÀÿĀžſ Żółć ½ 3×4÷2 ƀ"));
    signs_apply(&(Signs){.set = SIGNS_ASCII}, &frame);
    assert_string_equal(printed(&frame), "naive AyAzs Zolc ? 3x4/2 ?\n");
}

static const char *text_printed(const Text *text, int rows, int top)
{
    Frame frame = frame_new(&arena, text->columns, rows);
    text_draw(text, &frame, EVERYWHERE, top);
    return printed(&frame);
}

static void words_are_wrapped_with_a_hanging_indent(void **state)
{
    (void)state;
    Text text = {.arena = &arena, .columns = 12};
    TextRun runs[] = {{{0}, STR("Take the ")},
                      {{.attributes = ATTR_BOLD}, STR("dot product")},
                      {{0}, STR(", twice.")}};
    text_wrap(&text, STR("- "), (Str){0}, runs, 3);
    assert_string_equal(text_printed(&text, 3, 0), "- Take the\n  dot\n  product,\n");
    assert_int_equal(text.count, 4);
}

static void words_wider_than_the_line_are_split_and_nothing_is_lost(void **state)
{
    (void)state;
    Text text = {.arena = &arena, .columns = 5};
    TextRun run = {{0}, STR("abcdefgh 注意力机制")};
    text_wrap(&text, STR(""), (Str){0}, &run, 1);
    assert_string_equal(text_printed(&text, 5, 0), "abcde\nfgh\n注意\n力机\n制\n");
}

static void long_lines_of_code_are_folded_visibly(void **state)
{
    (void)state;
    Text text = {.arena = &arena, .columns = 16};
    text_plain(&text, (Style){0}, "scores = queries @ keys.T");
    assert_string_equal(text_printed(&text, 3, 0), "scores =\n  ↪ queries @\n  ↪ keys.T\n");
}

static void folding_between_styles_loses_nothing(void **state)
{
    (void)state;
    for (int columns = 5; columns < 40; columns++) {
        Text text = {.arena = &arena, .columns = columns};
        TextRun runs[] = {{{0}, STR("q = split(")},
                          {{.attributes = ATTR_UNDERLINE}, STR("w(x)")},
                          {{0}, STR("), y")}};
        text_line(&text, runs, 3);
        Buf kept = {.arena = &arena};
        for (const char *p = text_printed(&text, text.count, 0); *p; p++) {
            if (!strchr(" \n↪", *p)) buf_add_char(&kept, *p);
        }
        assert_string_equal(buf_text(&kept), "q=split(w(x)),y");
    }
}

static const char *code_printed(int columns, CodeState *state, const char *line)
{
    Text text = {.arena = &arena, .columns = columns};
    TextRun runs[] = {{{0}, STR("> ")}, {{0}, str_from(line)}};
    text_code(&text, runs, 2, state);
    return text_printed(&text, text.count, 0);
}

static void code_is_folded_between_tokens(void **state)
{
    (void)state;
    CodeState at = {0};
    assert_string_equal(code_printed(34, &at, "weights_0 = softmax(scores_0, dim=-1)"),
                        "> weights_0 = softmax(scores_0,\n    ↪ dim=-1)\n");
    assert_string_equal(code_printed(24, &at, "scores = queries @ keys.transpose(0, 1)"),
                        "> scores = queries @\n    ↪ keys.transpose(0,\n    ↪ 1)\n");
    assert_string_equal(code_printed(26, &at, "class EncoderDecoder(nn.Module):"),
                        "> class EncoderDecoder(\n    ↪ nn.Module):\n");
    assert_string_equal(code_printed(28, &at, "    words = [\"the cat\", \"sat\"]"),
                        ">     words = [\"the cat\",\n        ↪ \"sat\"]\n");
    assert_int_equal(at.depth, 0);
}

static void prose_within_code_is_folded_between_words(void **state)
{
    (void)state;
    CodeState at = {0};
    code_printed(30, &at, "    \"\"\"Scaled dot-product");
    assert_true(at.quote && at.is_triple);
    assert_string_equal(code_printed(24, &at, "    attention (as in a paper)"),
                        ">     attention (as in\n        ↪ a paper)\n");
    code_printed(30, &at, "    \"\"\"");
    assert_false(at.quote);
    assert_string_equal(code_printed(20, &at, "x = 1  # one (of two) things"),
                        "> x = 1  # one (of\n    ↪ two) things\n");
    assert_int_equal(at.depth, 0);
}

static void folding_code_loses_nothing(void **state)
{
    (void)state;
    for (int columns = 8; columns < 40; columns++) {
        CodeState at = {0};
        Buf kept = {.arena = &arena};
        const char *p = code_printed(columns, &at, "    return f(a_long_name[0], 'text') @ b");
        for (; *p; p++) {
            if (!strchr(" \n>↪", *p)) buf_add_char(&kept, *p);
        }
        assert_string_equal(buf_text(&kept), "returnf(a_long_name[0],'text')@b");
    }
}

static void colour_is_decided_by_option_then_own_variable_then_no_color(void **state)
{
    (void)state;
    assert_true(theme_wants_color(COLOR_AUTO, NULL));
    assert_true(theme_wants_color(COLOR_AUTO, ""));
    assert_false(theme_wants_color(COLOR_AUTO, "1"));
    assert_false(theme_wants_color(COLOR_NEVER, NULL));
    assert_true(theme_wants_color(COLOR_ALWAYS, "1"));
}

static void heat_runs_from_the_lowest_to_the_highest_number(void **state)
{
    (void)state;
    assert_int_equal(style_of_heat(0, 0, 1).ground, GROUND_HEAT);
    assert_int_equal(style_of_heat(0, 0, 1).level, 0);
    assert_int_equal(style_of_heat(1, 0, 1).level, HEAT_LEVELS - 1);
    assert_int_equal(style_of_heat(0, -1, 3).ground, GROUND_SIGNED);
    assert_int_equal(style_of_heat(0, -1, 3).level, HEAT_LEVELS / 2);
    assert_int_equal(style_of_heat(3, -1, 3).level, HEAT_LEVELS - 1);
    assert_int_equal(style_of_heat(2, 2, 2).level, HEAT_LEVELS / 2);
    assert_int_equal(theme_heat_letter(0, 0, 1), ' ');
    assert_int_equal(theme_heat_letter(1, 0, 1), '@');
    for (double at = 0; at < 1; at += 0.05)
        assert_null(strchr("+-.0123456789", theme_heat_letter(at, 0, 1)));
    double nan = strtod("nan", NULL), inf = strtod("inf", NULL);
    assert_int_equal(style_of_heat(nan, 0, 1).ground, GROUND_PAGE);
    assert_int_equal(style_of_heat(-inf, 0, 1).level, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_new_frame_is_blank, release),
        cmocka_unit_test_teardown(marked_text_has_the_ink_of_its_role_and_takes_no_more_columns,
                                  release),
        cmocka_unit_test_teardown(text_is_clipped_to_the_rectangle_and_to_the_frame, release),
        cmocka_unit_test_teardown(a_wide_character_that_would_be_cut_is_left_out, release),
        cmocka_unit_test_teardown(overwriting_half_of_a_wide_character_blanks_the_other_half,
                                  release),
        cmocka_unit_test_teardown(combining_marks_stay_with_their_letter_and_joiners_go, release),
        cmocka_unit_test_teardown(control_characters_are_spelled_and_bad_bytes_are_marked, release),
        cmocka_unit_test_teardown(ascii_frames_keep_their_width, release),
        cmocka_unit_test_teardown(in_ascii_two_halves_are_the_one_that_says_more, release),
        cmocka_unit_test_teardown(what_speaks_of_colours_is_not_printed, release),
        cmocka_unit_test_teardown(letters_lose_their_accents_in_ascii, release),
        cmocka_unit_test_teardown(words_are_wrapped_with_a_hanging_indent, release),
        cmocka_unit_test_teardown(words_wider_than_the_line_are_split_and_nothing_is_lost, release),
        cmocka_unit_test_teardown(long_lines_of_code_are_folded_visibly, release),
        cmocka_unit_test_teardown(folding_between_styles_loses_nothing, release),
        cmocka_unit_test_teardown(code_is_folded_between_tokens, release),
        cmocka_unit_test_teardown(prose_within_code_is_folded_between_words, release),
        cmocka_unit_test_teardown(folding_code_loses_nothing, release),
        cmocka_unit_test(colour_is_decided_by_option_then_own_variable_then_no_color),
        cmocka_unit_test(heat_runs_from_the_lowest_to_the_highest_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
