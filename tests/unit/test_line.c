// Lines that are typed, and what fits what was typed.
#include "support/test.h"

#include "base/text/fuzzy.h"
#include "terminal/line.h"

static Line line;

static int end(void **state)
{
    (void)state;
    line_free(&line);
    return 0;
}

// Types keys in their written form; the result of the last one.
static LineResult type(const char *keys)
{
    Arena arena = {0};
    Error error = {.arena = &arena};
    LineResult result = LINE_OTHER;
    for (Str rest = str_from(keys); rest.n;) {
        Key key;
        if (!key_parse(&rest, &key, &error)) fail_msg("%s", error.message);
        result = line_key(&line, key);
    }
    arena_free(&arena);
    return result;
}

static void is(const char *text, int cursor)
{
    assert_string_equal(buf_text(&line.text), text);
    assert_int_equal(line.cursor, cursor);
}

static void characters_are_typed_where_the_cursor_is(void **state)
{
    (void)state;
    assert_int_equal(type("ab c"), LINE_CHANGED);
    is("ab c", 4);
    type("<Left><Left>x<Home>y<Right><Delete><End>z");
    is("yax cz", 6);
    assert_int_equal(type("<Right>"), LINE_MOVED);
    assert_int_equal(type("<F5>"), LINE_OTHER);
    assert_int_equal(type("<C-t>"), LINE_OTHER);
}

static void words_and_ends_are_deleted(void **state)
{
    (void)state;
    line_set(&line, STR("go to step 5"));
    assert_int_equal(type("<C-w>"), LINE_CHANGED);
    is("go to step ", 11);
    type("<C-w>");
    is("go to ", 6);
    type("<Home><Right><Right><C-k>");
    is("go", 2);
    type("<C-u>");
    is("", 0);
    assert_int_equal(type("<BS>"), LINE_MOVED);
}

static void wide_characters_and_marks_are_one_each(void **state)
{
    (void)state;
    line_set(&line, STR("注意e\xCC\x81!"));
    type("<Left><Left>");
    is("注意e\xCC\x81!", 6);
    type("<Delete>");
    is("注意!", 6);
    type("<BS>");
    is("注!", 3);
    int column;
    Str shown = line_shown(&line, 80, &column);
    assert_true(str_is(shown, "注!"));
    assert_int_equal(column, 2);
}

static void a_long_line_shows_the_part_with_the_cursor(void **state)
{
    (void)state;
    int column;
    line_set(&line, STR("0123456789"));
    assert_true(str_is(line_shown(&line, 6, &column), "56789"));
    assert_int_equal(column, 5);
    type("<Home>");
    assert_true(str_is(line_shown(&line, 6, &column), "012345"));
    assert_int_equal(column, 0);
    line_shown(&line, 0, &column);
    assert_int_equal(column, 0);
    line_set(&line, (Str){0});
    while (line_key(&line, (Key){.code = 'x'}) != LINE_FULL) continue;
    assert_true(line_text(&line).n <= LINE_BYTES);
}

static void what_was_typed_before_comes_back(void **state)
{
    (void)state;
    Line other = {0};
    assert_false(line_recall(&other, -1));
    line_remember(&other, STR("one"));
    line_remember(&other, STR("two"));
    line_remember(&other, STR("one"));
    line_remember(&other, STR(""));
    assert_int_equal(other.history_count, 2);
    assert_true(line_recall(&other, -1));
    assert_true(str_is(line_text(&other), "one"));
    assert_true(line_recall(&other, -1));
    assert_true(str_is(line_text(&other), "two"));
    assert_false(line_recall(&other, -1));
    assert_true(line_recall(&other, 1));
    assert_true(line_recall(&other, 1));
    assert_int_equal(line_text(&other).n, 0);
    assert_false(line_recall(&other, 1));
    line_free(&other);
}

static int score(const char *typed, const char *text)
{
    return fuzzy_score(str_from(typed), str_from(text));
}

static void letters_must_occur_in_their_order(void **state)
{
    (void)state;
    assert_true(score("gtst", "go to step 4") >= 0);
    assert_int_equal(score("tsgx", "go to step 4"), NO_FUZZY_MATCH);
    assert_int_equal(score("step go", "go to step 4") >= 0, true); // words in any order
    assert_int_equal(score("", "anything"), 0);
    assert_int_equal(score("a", ""), NO_FUZZY_MATCH);
    assert_true(score("EXP", "export") == score("exp", "export"));
}

static void whole_words_and_beginnings_come_first(void **state)
{
    (void)state;
    assert_true(score("heat", "heat behind the numbers") > score("heat", "what the atlas"));
    assert_true(score("sc", "scores") > score("sc", "descend"));
    assert_true(score("scores", "scores") >= score("scores", "scores_0"));
    assert_true(score("gs", "go to step") > score("gs", "tagline is"));
    assert_true(score("head", "of one head") > score("head", "headings"));
    assert_true(score("head", "headings") > score("head", "go ahead"));
    assert_true(score("head", "go ahead") > score("head", "hold each and decide"));
    assert_int_equal(score("hint", "hold its row: each cell that is not there"), NO_FUZZY_MATCH);
}

static void a_part_is_found_with_or_without_capitals(void **state)
{
    (void)state;
    assert_int_equal(fuzzy_find_text(STR("The Softmax"), STR("softmax"), 0), 4);
    assert_int_equal(fuzzy_find_text(STR("the softmax"), STR("Softmax"), 0), -1);
    assert_int_equal(fuzzy_find_text(STR("aXa"), STR("a"), 1), 2);
    assert_int_equal(fuzzy_find_text(STR("abc"), STR(""), 0), -1);
    assert_int_equal(fuzzy_find_text(STR("größer"), STR("ß"), 0), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_are_typed_where_the_cursor_is),
        cmocka_unit_test(words_and_ends_are_deleted),
        cmocka_unit_test(wide_characters_and_marks_are_one_each),
        cmocka_unit_test(a_long_line_shows_the_part_with_the_cursor),
        cmocka_unit_test(what_was_typed_before_comes_back),
        cmocka_unit_test(letters_must_occur_in_their_order),
        cmocka_unit_test(whole_words_and_beginnings_come_first),
        cmocka_unit_test(a_part_is_found_with_or_without_capitals),
    };
    return cmocka_run_group_tests(tests, NULL, end);
}
