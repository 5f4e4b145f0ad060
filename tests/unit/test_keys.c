#include "support/test.h"

#include "tui/core/actions.h"

#include <string.h>

static Arena arena;

static int release(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static int parse(const char *text, Key *keys, int limit, Error *error)
{
    int count = 0;
    *error = (Error){.arena = &arena};
    for (Str rest = str_from(text); rest.n && count < limit;) {
        if (!key_parse(&rest, &keys[count++], error)) return -1;
    }
    return count;
}

static void characters_stand_for_themselves_and_names_stand_in_brackets(void **state)
{
    (void)state;
    Key keys[16];
    Error error;
    assert_int_equal(parse("]é<Space><pgdn><C-o><S-Tab><BS><F12>", keys, 16, &error), 8);
    const int codes[] = {
        ']', 0xE9, ' ', KEYCODE_PAGE_DOWN, 15, KEYCODE_BACKTAB, KEYCODE_BACKSPACE, KEYCODE_F12};
    for (int i = 0; i < 8; i++) assert_int_equal(keys[i].code, codes[i]);
}

static void an_angle_bracket_can_be_typed_too(void **state)
{
    (void)state;
    Key keys[16];
    Error error;
    assert_int_equal(parse("<<>><lt><gt><", keys, 16, &error), 7);
    const char expected[] = "<<>><><";
    for (int i = 0; i < 7; i++) assert_int_equal(keys[i].code, expected[i]);
}

static void clicks_name_their_place_counted_from_one(void **state)
{
    (void)state;
    Key keys[2];
    Error error;
    assert_int_equal(parse("<Click-12-5><WheelDown-1-1>", keys, 2, &error), 2);
    assert_int_equal(keys[0].code, KEYCODE_CLICK);
    assert_int_equal(keys[0].column, 11);
    assert_int_equal(keys[0].row, 4);
    assert_int_equal(keys[1].code, KEYCODE_WHEEL_DOWN);
    assert_int_equal(parse("<Click>", keys, 2, &error), -1);
    assert_int_equal(parse("<Click-0-5>", keys, 2, &error), -1);
    assert_int_equal(parse("<Click-99999999999999999999-5>", keys, 2, &error), -1);
}

static void unknown_names_are_errors_with_the_nearest_name(void **state)
{
    (void)state;
    Key keys[2];
    Error error;
    assert_int_equal(parse("<Spcae>", keys, 2, &error), -1);
    assert_string_equal(error.message, "unknown key <Spcae>");
    assert_string_equal(error.hint, "<Space>");
    assert_int_equal(parse("<Left", keys, 2, &error), -1);
    assert_non_null(strstr(error.message, "no '>' follows"));
}

static void every_key_of_the_table_is_known_and_has_one_meaning_on_a_screen(void **state)
{
    (void)state;
    const Action *action;
    for (int i = 0; (action = action_at(i)); i++) {
        Str words = str_from(action->keys);
        while (words.n) {
            int end = str_find(words, " ");
            Str word = str_slice(words, 0, end < 0 ? words.n : end);
            words = str_slice(words, word.n + 1, words.n);
            Key keys[ACTION_KEYS];
            int count = keys_of_word(word, keys, ACTION_KEYS);
            if (count < 1 || count > ACTION_KEYS)
                fail_msg("%.*s is no key (action %d)", STR_ARG(word), i);
            const Action *begun;
            for (unsigned screen = ON_WALK; screen <= ON_PROMPT; screen <<= 1) {
                if (!(action_screens(action) & screen)) continue;
                if (action_find(keys, count, screen, &begun) != action)
                    fail_msg("%.*s means two things on screen %u", STR_ARG(word), screen);
            }
        }
    }
}

static void keys_that_terminals_keep_for_themselves_are_not_bound(void **state)
{
    (void)state;
    for (const char *c = "ijmhsqabvz"; *c; c++) {
        Key key = {.code = KEY_CONTROL(*c)};
        const Action *begun;
        for (unsigned screen = ON_WALK; screen <= ON_PROMPT; screen <<= 1) {
            assert_null(action_find(&key, 1, screen, &begun));
            assert_null(begun);
        }
    }
}

static void a_first_key_of_two_is_a_prefix(void **state)
{
    (void)state;
    const Action *begun;
    Key keys[] = {{.code = 'g'}, {.code = 'g'}};
    assert_null(action_find(keys, 1, ON_OUTLINE, &begun));
    assert_non_null(begun);
    assert_string_equal(action_find(keys, 2, ON_OUTLINE, &begun)->keys, "gg");
    keys[1].code = 'x';
    assert_null(action_find(keys, 2, ON_OUTLINE, &begun));
    assert_null(begun);
}

static void a_key_may_be_followed_by_any_letter(void **state)
{
    (void)state;
    const Action *begun;
    Key keys[] = {{.code = '\''}, {.code = 'z'}};
    assert_null(action_find(keys, 1, ON_WALK, &begun));
    assert_non_null(begun);
    assert_string_equal(action_find(keys, 2, ON_WALK, &begun)->keys, "'{a-z}");
    keys[1].code = '\'';
    assert_string_equal(action_find(keys, 2, ON_WALK, &begun)->keys, "'' Ctrl-O");
    keys[1].code = 'Z';
    assert_null(action_find(keys, 2, ON_WALK, &begun));
    keys[1].code = '{';
    assert_null(action_find(keys, 2, ON_WALK, &begun));
}

// Esc leaves every screen but the first ones, and q leaves wherever letters are keys.
static void every_screen_can_be_left(void **state)
{
    (void)state;
    Key escape = {.code = KEYCODE_ESCAPE}, q = {.code = 'q'};
    for (unsigned screen = ON_WALK; screen <= ON_PROMPT; screen <<= 1) {
        const Action *begun;
        bool first = screen & (ON_WALK | ON_PRESENT | ON_NOTES);
        bool typed = screen & (ON_PROMPT | ON_TYPING);
        assert_true(first || action_find(&escape, 1, screen, &begun));
        assert_true(typed || action_find(&q, 1, screen, &begun));
    }
}

static void every_action_says_what_it_does(void **state)
{
    (void)state;
    const Action *action;
    for (int i = 0; (action = action_at(i)); i++) {
        assert_non_null(action->help);
        assert_true(action->opens || action->run || action->walk || action->walk_by);
        assert_true(action_screens(action));
    }
}

static void help_and_quit_never_give_way_on_the_key_line(void **state)
{
    (void)state;
    const Action *action;
    for (int i = 0; (action = action_at(i)); i++) {
        const char *hint = action->hint;
        if (!hint) continue;
        bool kept = strcmp(hint, "?:help") == 0 || strcmp(hint, "q:quit") == 0 ||
                    strcmp(hint, "q:back") == 0;
        assert_int_equal(kept, action->rank == 0);
    }
}

static void pasted_text_is_told_from_keys(void **state)
{
    (void)state;
    Key keys[64];
    Error error;
    assert_true(keys_are_pasted(keys, parse("hello q", keys, 64, &error)));
    assert_false(keys_are_pasted(keys, parse("]]]]]]jjjj  ", keys, 64, &error)));
    int arrows = parse("<Left><Right><Up><Down><PgUp><PgDn><Tab>q", keys, 64, &error);
    assert_false(keys_are_pasted(keys, arrows));
    assert_false(keys_are_pasted(keys, 0));
}

static void keys_are_written_as_they_are_typed(void **state)
{
    (void)state;
    Buf out = {.arena = &arena};
    key_write(&out, (Key){.code = ' '});
    key_write(&out, (Key){.code = 15});
    key_write(&out, (Key){.code = 'z'});
    key_write(&out, (Key){.code = '<'});
    assert_string_equal(buf_text(&out), "SpaceCtrl-Oz<");
}

int main(void)
{
    screens_know();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(characters_stand_for_themselves_and_names_stand_in_brackets,
                                  release),
        cmocka_unit_test_teardown(an_angle_bracket_can_be_typed_too, release),
        cmocka_unit_test_teardown(clicks_name_their_place_counted_from_one, release),
        cmocka_unit_test_teardown(unknown_names_are_errors_with_the_nearest_name, release),
        cmocka_unit_test(every_key_of_the_table_is_known_and_has_one_meaning_on_a_screen),
        cmocka_unit_test(keys_that_terminals_keep_for_themselves_are_not_bound),
        cmocka_unit_test(a_first_key_of_two_is_a_prefix),
        cmocka_unit_test(a_key_may_be_followed_by_any_letter),
        cmocka_unit_test(every_screen_can_be_left),
        cmocka_unit_test(every_action_says_what_it_does),
        cmocka_unit_test(help_and_quit_never_give_way_on_the_key_line),
        cmocka_unit_test_teardown(pasted_text_is_told_from_keys, release),
        cmocka_unit_test_teardown(keys_are_written_as_they_are_typed, release),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
