// Questions: answers against true values, what is hidden, and that a walk never gets stuck.
#include "study/names/typed_name.h"
#include "support/test.h"

#include "walk/walk.h"

#include <math.h>
#include <string.h>

static Walk walk;
static Arena arena;

static int start(void **state)
{
    (void)state;
    Error error = {.arena = &arena};
    return walk_open(&walk, "tests/commands/files/predict.md", &(WalkOptions){0}, &error) ? 0 : 1;
}

static int finish(void **state)
{
    (void)state;
    walk_close(&walk);
    arena_free(&arena);
    return 0;
}

static Question *question(const char *name)
{
    for (int i = 0; i < walk.ran.question_count; i++) {
        if (strcmp(walk.ran.questions[i].name, name) == 0) return &walk.ran.questions[i];
    }
    fail_msg("no question %s", name);
    return NULL;
}

static void walk_up_to(const Question *asked)
{
    for (int i = 0; i < 1000 && walk_question_reached(&walk) != asked; i++) {
        assert_true(walk_next(&walk));
    }
    assert_ptr_equal(walk_question_reached(&walk), asked);
}

// ---- numbers -----------------------------------------------------------------------------------

typedef struct Judged {
    const char *typed;
    double value;
    Rounding rounding;
} Judged;

static void check_judged(const Judged *wanted, size_t count, Rounding (*judge)(Str, double))
{
    for (size_t i = 0; i < count; i++) {
        Rounding got = judge(str_from(wanted[i].typed), wanted[i].value);
        if (got != wanted[i].rounding)
            fail_msg("'%s' for %g: %d, wanted %d", wanted[i].typed, wanted[i].value, (int)got,
                     (int)wanted[i].rounding);
    }
}

static void test_any_rounding_of_the_value_is_right(void **state)
{
    (void)state;
    static const Judged wanted[] = {
        {"4", 4, EQUAL},
        {"4.0", 4, EQUAL},
        {" +4 ", 4, EQUAL},
        {"0.4683", 0.4683105, EQUAL},
        {"0.468", 0.4683105, EQUAL},
        {"0.5", 0.4683105, EQUAL},
        {".47", 0.4683105, EQUAL},
        {"0,47", 0.4683105, EQUAL},
        {"0.48", 0.4683105, NOT_EQUAL},
        {"0.46", 0.4683105, NOT_EQUAL}, // cut off, not rounded
        {"0.4683105111", 0.46831051, EQUAL},
        {"4.7e-1", 0.4683105, EQUAL},
        {"1e2", 104, EQUAL},
        {"2", 2.5, EQUAL}, // both ways at the middle
        {"3", 2.5, EQUAL},
        {"-0.5", -0.5, EQUAL},
        {"\xE2\x88\x92"
         "0.5",
         -0.5, EQUAL},
        {"0.5", -0.5, NOT_EQUAL},
        {"0", 0, EQUAL},
        {"0", 0.0634, TOO_ROUGH},
        {"0", 0.00003, EQUAL},
        {"0.00", 0.0004, EQUAL},
        {"1", 0.98201, EQUAL},
        {"-inf", -(double)INFINITY, EQUAL},
        {"inf", -(double)INFINITY, NOT_EQUAL},
        {"1e308", (double)INFINITY, NOT_EQUAL},
        {"nan", (double)NAN, EQUAL},
        {"0", (double)NAN, NOT_EQUAL},
        {"", 1, NOT_A_NUMBER},
        {"four", 4, NOT_A_NUMBER},
        {"4 5", 4, NOT_A_NUMBER},
        {"1e99999999999999999999", 4, NOT_EQUAL},
        {"47%", 0.4683105, EQUAL},
        {"1/2", 0.5, EQUAL},
        {"1/2", 0.4683105, NOT_EQUAL}, // exact, and so no rounding
        {"1*4 + 0*4", 4, EQUAL},
        {"0.47*8", 3.7465, EQUAL}, // as far as the 0.47 tells
        {"0.46*8", 3.7465, NOT_EQUAL},
        {"1/3", 0.33333334, EQUAL},
    };
    check_judged(wanted, sizeof wanted / sizeof *wanted, answer_compare);
}

static void test_a_number_without_end_is_no_finite_one(void **state)
{
    (void)state;
    static const char *const typed[] = {"inf", "-inf", "1e400", "nan"};
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        assert_false(answer_is_exact(str_from(typed[i]), 4));
        assert_false(answer_is_exact(str_from(typed[i]), 0));
    }
    assert_true(answer_is_exact(STR("-inf"), -(double)INFINITY));
    assert_false(answer_is_exact(STR("inf"), -(double)INFINITY));
    assert_true(answer_is_exact(STR("4"), 4));
}

static void test_an_answer_shows_that_the_number_was_known(void **state)
{
    (void)state;
    static const Judged wanted[] = {
        {"4", 4, EQUAL},
        {"4", 4.00001, EQUAL}, // shown as 4
        {"3", 4, NOT_EQUAL},
        {"5", 4.00001, NOT_EQUAL},
        {"1e1", 12, TOO_ROUGH},
        {"0.5", 0.4683105, EQUAL},
        {".47", 0.4683105, EQUAL},
        {"0.46", 0.4683105, NOT_EQUAL},
        {"47%", 0.4683105, EQUAL},
        {"5%", 0.0497, EQUAL},
        {"12", 12.4, EQUAL},
        {"-9", -9.3, TOO_ROUGH},
        {"0", 0.5, TOO_ROUGH}, // both of them, or it would tell which is nearer
        {"1", 0.5, TOO_ROUGH},
        {"0", 0.2, TOO_ROUGH},
        {"1", 0.2, TOO_ROUGH},
        {"0.5", 0.5, EQUAL},
        {"1/2", 0.5, EQUAL},
        {"2", 2.5, TOO_ROUGH},
        {"3", 2.5, TOO_ROUGH},
        {"1", 2.5, NOT_EQUAL},
        {"4", 2.5, NOT_EQUAL},
        {"2", 2.1, TOO_ROUGH},
        {"3", 2.1, TOO_ROUGH},
        {"1.0", 0.982, TOO_ROUGH}, // a share is never all of it
        {"1.00", 0.9999, TOO_ROUGH},
        {"1", 0.99999, EQUAL}, // unless it is shown so
        {"0.0", 0.0312, TOO_ROUGH},
        {"0.03", 0.0312, EQUAL},
        {"-1.0", -0.982, TOO_ROUGH},
        {"0.00", 3e-05, TOO_ROUGH},
        {"3e-5", 3.2e-05, EQUAL},
        {"0", 0, EQUAL},
        {"0.47*8", 3.7465, EQUAL},
        {"0.5*8", 3.7465, TOO_ROUGH}, // 3.6 to 4.4
        {"x", 4, NOT_A_NUMBER},
    };
    check_judged(wanted, sizeof wanted / sizeof *wanted, answer_grade);
}

static void test_one_number_may_be_written_in_two_ways(void **state)
{
    (void)state;
    assert_true(answer_is_same(STR("3"), STR("3.0")));
    assert_true(answer_is_same(STR("1/3"), STR("0.333")));
    assert_true(answer_is_same(STR("0.1142"), STR("0.11")));
    assert_false(answer_is_same(STR("0.1142"), STR("0.12")));
    assert_false(answer_is_same(STR("1"), STR("0.9")));
    assert_false(answer_is_same(STR("3"), STR("x")));
}

static bool states(const char *text, double value, bool *has_numbers)
{
    Inline part = {.kind = INLINE_TEXT, .text = str_from(text)};
    Choice choice = {.text = {.inlines = &part, .count = 1}};
    return choice_states(&choice, value, has_numbers);
}

static void test_a_choice_states_the_numbers_in_its_text(void **state)
{
    (void)state;
    bool has_numbers;
    assert_true(states("0.06, 0.47 and 0.47: far less", 0.4683105, &has_numbers));
    assert_false(states("0.2, 0.4 and 0.4", 0.4683105, &has_numbers));
    assert_true(has_numbers);
    assert_false(states("it comes from head 1", 1, &has_numbers));
    assert_false(has_numbers);
    assert_false(states("0.5 of x1 and h[12]", 12, &has_numbers));
    assert_true(states("-3.5e-2, nearly", -0.035, &has_numbers));
    assert_true(states("\xE2\x88\x92"
                       "7",
                       -7, &has_numbers));
    assert_false(states("7", -7, &has_numbers));
}

// ---- in the walk -------------------------------------------------------------------------------

static void test_a_cell_is_hidden_until_its_question_is_settled(void **state)
{
    (void)state;
    Question *asked = question("scores[0, 1]");
    assert_true(walk_hides(&walk, asked->cell));
    walk_up_to(asked);
    assert_false(walk_is_open(&walk, asked->cell));
    assert_int_equal(walk_open_terms(&walk, asked->cell), 0);
    assert_int_equal(walk.at.selected.entry, asked->cell.entry);
    assert_int_equal(question_answer(&walk, asked, STR("13")), VERDICT_WRONG);
    assert_string_equal(asked->answer.says, "Not 13: q and k changed places.");
    assert_true(walk_hides(&walk, asked->cell));
    assert_int_equal(question_answer(&walk, asked, STR("4")), VERDICT_RIGHT);
    assert_true(walk_is_open(&walk, asked->cell));
    assert_int_equal(asked->answer.tries, 2);
}

static void test_going_on_shows_the_answer(void **state)
{
    (void)state;
    Question *asked = question("scores[0, 1]");
    walk_up_to(asked);
    int stage = walk.at.stage, substep = walk.at.substep;
    assert_true(walk_next(&walk));
    assert_string_equal(question_hint_text(&walk, asked, &arena), "1*4 + 0*7 = ?");
    assert_true(walk_next(&walk));
    assert_string_equal(question_hint_text(&walk, asked, &arena), "1*4 + 0*7 = 4 + 0 = ?");
    assert_true(walk_hides(&walk, asked->cell));
    assert_true(walk_next(&walk));
    assert_int_equal(asked->answer.state, ANSWER_SHOWN);
    assert_int_equal(walk.at.stage, stage);
    assert_int_equal(walk.at.substep, substep);
    assert_true(walk_is_open(&walk, asked->cell));
}

static void test_who_skips_a_question_sees_the_cell_and_is_asked_on_the_way_back(void **state)
{
    (void)state;
    Question *asked = question("scores[0, 1]");
    walk_go_to_step(&walk, 2);
    assert_true(walk_is_open(&walk, asked->cell));
    walk_go_to_step(&walk, 1);
    assert_true(walk_hides(&walk, asked->cell));
    assert_int_equal(asked->answer.state, ANSWER_NONE);
}

static void test_space_reaches_the_end_and_settles_every_question(void **state)
{
    (void)state;
    int steps = 0;
    while (walk_next(&walk) && steps < 10000) steps++;
    assert_in_range(steps, 1, 9999);
    for (int i = 0; i < walk.ran.question_count; i++) {
        assert_int_equal(walk.ran.questions[i].answer.state, ANSWER_SHOWN);
    }
}

static void test_what_is_moved_is_hidden_under_all_its_names(void **state)
{
    (void)state;
    Error error = {.arena = &arena};
    Question *asked = question("weights[1, 0]");
    assert_true(asked->cell.entry >= 0);
    assert_true(walk_hides(&walk, asked->source));
    Cell other;
    assert_true(cell_parse(walk.trace, STR("weights[0,0]"), &other, &error));
    assert_false(walk_hides(&walk, other));
}

static void test_the_reader_can_ask_for_any_computed_cell(void **state)
{
    (void)state;
    Error error = {.arena = &arena};
    Cell cell;
    walk_go_to_end(&walk);
    assert_true(cell_parse(walk.trace, STR("weights[0,0]"), &cell, &error));
    assert_true(walk_select(&walk, cell));
    assert_true(walk_ask(&walk));
    assert_true(walk_hides(&walk, cell));
    assert_true(walk_ask(&walk)); // again: shown
    assert_true(walk_is_open(&walk, cell));
    assert_true(cell_parse(walk.trace, STR("q[0,0]"), &cell, &error));
    assert_true(walk_select(&walk, cell));
    assert_false(walk_ask(&walk)); // given: there is nothing to predict
}

#define QUESTION_TEST(test) cmocka_unit_test_setup_teardown(test, start, finish)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_rounding_of_the_value_is_right),
        cmocka_unit_test(test_a_number_without_end_is_no_finite_one),
        cmocka_unit_test(test_an_answer_shows_that_the_number_was_known),
        cmocka_unit_test(test_one_number_may_be_written_in_two_ways),
        cmocka_unit_test(test_a_choice_states_the_numbers_in_its_text),
        QUESTION_TEST(test_a_cell_is_hidden_until_its_question_is_settled),
        QUESTION_TEST(test_going_on_shows_the_answer),
        QUESTION_TEST(test_who_skips_a_question_sees_the_cell_and_is_asked_on_the_way_back),
        QUESTION_TEST(test_space_reaches_the_end_and_settles_every_question),
        QUESTION_TEST(test_what_is_moved_is_hidden_under_all_its_names),
        QUESTION_TEST(test_the_reader_can_ask_for_any_computed_cell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
