// Every number that a lesson asks for, against what people answer: whole numbers, and what the
// usual mistakes give. Nothing wrong may pass for right.
#include "support/test.h"

#include "base/text/number.h"
#include "lesson/shuffle.h"
#include "study/arithmetic/mistake.h"
#include "support/lessons.h"
#include "walk/walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static Arena arena;

static bool asks_for_a_number(const Question *question)
{
    return question->origin == ASKED_BY_LESSON && question->has_value &&
           isfinite(question->value) && question->prediction->choice_count == 0;
}

// For each of them in each lesson; how many there were.
static int each_question(void (*look)(const Walk *walk, const Question *question))
{
    int asked = 0;
    for (EachLesson each = {0}; lesson_next_open(&each);) {
        for (int k = 0; k < each.walk.ran.question_count; k++) {
            if (!asks_for_a_number(&each.walk.ran.questions[k])) continue;
            look(&each.walk, &each.walk.ran.questions[k]);
            asked++;
        }
    }
    return asked;
}

static const char *written(double value, int decimals)
{
    return arena_printf(&arena, "%.*f", decimals, value);
}

static void refuse(const Walk *walk, const Question *question, const char *typed, const char *why)
{
    if (question_grade(walk, question, str_from(typed)) != EQUAL) return;
    fail_msg("%s, %s is %s: %s is taken for right, %s", walk->lesson.name, question->name,
             question->text, typed, why);
}

// A whole number is right where that is what is shown, or a rounding to two digits.
static void try_whole_numbers(const Walk *walk, const Question *question)
{
    for (int number = -12; number <= 32; number++) {
        double off = fabs(question->value - number);
        if (off < 0.5e-4 || (abs(number) >= 10 && off <= 0.5)) continue;
        refuse(walk, question, written(number, 0), "a whole number");
    }
    const char *right = written(question->value, 4);
    if (question_grade(walk, question, str_from(right)) != EQUAL)
        fail_msg("%s: %s, which it is, is not taken", question->name, right);
    int beside = (int)floor(question->value);
    Rounding below = question_grade(walk, question, str_from(written(beside, 0)));
    Rounding above = question_grade(walk, question, str_from(written(beside + 1, 0)));
    bool is_fraction = fabs(question->value - round(question->value)) >= 0.5e-4;
    if (is_fraction && fabs(question->value) < 9 && (below != TOO_ROUGH || above != TOO_ROUGH))
        fail_msg("%s: %d and %d are told apart", question->name, beside, beside + 1);
}

static void test_no_whole_number_passes_for_a_fraction(void **state)
{
    (void)state;
    assert_true(each_question(try_whole_numbers) > 40 / ONE_LESSON_IN);
}

static int mistakes_tried;

static void try_mistake(const Walk *walk, const Question *question, const MistakeValue *mistake)
{
    enum { MOST_DECIMALS = 6 };
    Str right = str_from(written(question->value, 4));
    if (str_is(right, written(mistake->value, 4)) || !isfinite(mistake->value)) return;
    for (int decimals = 0; decimals <= MOST_DECIMALS; decimals++) {
        const char *typed = written(mistake->value, decimals);
        double value;
        assert_true(number_parse_double(str_from(typed), &value));
        bool is_right = fabs(value - question->value) <= 1e-6 * fabs(question->value);
        if (!is_right) refuse(walk, question, typed, mistake->words);
        mistakes_tried++;
    }
}

static void try_mistakes(const Walk *walk, const Question *question)
{
    MistakeValue *values;
    if (question->cell.entry < 0) return;
    int count = mistake_values(walk->trace, question->cell, 0, &arena, &values);
    for (int i = 0; i < count; i++) try_mistake(walk, question, &values[i]);
}

static void test_nothing_that_a_usual_mistake_gives_is_right(void **state)
{
    (void)state;
    each_question(try_mistakes);
    assert_true(mistakes_tried > 1000 / ONE_LESSON_IN);
}

// ---- what the lessons say ----------------------------------------------------------------------

static int told;

static void try_foreseen(Walk *walk, Question *question, const Foreseen *foreseen)
{
    const Inline *first = &foreseen->says.inlines[0];
    const char *words = str_copy(&arena, str_trim(first->text));
    for (int i = 0; i < foreseen->count; i++, told++) {
        Verdict verdict = question_answer(walk, question, foreseen->numbers[i]);
        if (verdict != VERDICT_WRONG || !strstr(question->answer.says, words))
            fail_msg("%s, %s: to %.*s is said: %s", walk->lesson.name, question->name,
                     STR_ARG(foreseen->numbers[i]), question->answer.says);
    }
}

static void test_a_lesson_is_heard_before_all_else(void **state)
{
    (void)state;
    for (EachLesson each = {0}; lesson_next_open(&each);) {
        for (int k = 0; k < each.walk.ran.question_count; k++) {
            Question *question = &each.walk.ran.questions[k];
            int count = question->prediction ? question->prediction->foreseen_count : 0;
            for (int f = 0; f < count; f++)
                try_foreseen(&each.walk, question, &question->prediction->foreseen[f]);
        }
    }
    assert_true(told > 80 / ONE_LESSON_IN);
}

// ---- choices -----------------------------------------------------------------------------------

static int shown_as_right[26], choices_seen;

static void count_places(const Prediction *prediction)
{
    for (int i = 0; i < prediction->choice_count; i++)
        shown_as_right[i] += prediction->choices[i].right;
    choices_seen += prediction->choice_count > 0;
}

static void count_in(const Lesson *lesson)
{
    for (int s = 0; s < lesson->step_count; s++) {
        const Step *step = &lesson->steps[s];
        for (int b = 0; b < step->count; b++) {
            if (step->blocks[b].kind == BLOCK_PREDICTION) count_places(&step->blocks[b].prediction);
        }
    }
}

static void shuffled_for(uint64_t reader)
{
    Library library;
    library_scan(&library, &arena);
    memset(shown_as_right, 0, sizeof shown_as_right);
    choices_seen = 0;
    for (int i = 0; i < library.count; i++) {
        Lesson lesson;
        Error error = {.arena = &arena};
        assert_true(library_open(library.lessons[i].name, &arena, &lesson, &error));
        shuffle_choices(&lesson, reader);
        count_in(&lesson);
    }
}

static void test_no_letter_is_right_too_often_for_any_reader(void **state)
{
    (void)state;
    static const uint64_t readers[] = {1, 2, 3, 12345, UINT64_MAX, UINT64_C(0x9E3779B97F4A7C15)};
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        shuffled_for(readers[i]);
        assert_true(choices_seen > 30);
        for (int letter = 0; letter < 26; letter++) {
            if (shown_as_right[letter] * 10 > choices_seen * 4)
                fail_msg("for reader %llu, %c is right %d times of %d",
                         (unsigned long long)readers[i], 'a' + letter, shown_as_right[letter],
                         choices_seen);
        }
    }
}

static const char *order_for(const char *lesson, uint64_t reader)
{
    Walk walk;
    Error error = {.arena = &arena};
    assert_true(walk_open(&walk, lesson, &(WalkOptions){0}, &error));
    shuffle_choices(&walk.lesson, reader);
    Buf order = {.arena = &arena};
    for (int k = 0; k < walk.ran.question_count; k++) {
        const Prediction *prediction = walk.ran.questions[k].prediction;
        for (int i = 0; prediction && i < prediction->choice_count; i++)
            buf_printf(&order, "%.*s%s\n", STR_ARG(prediction->choices[i].text.inlines[0].text),
                       prediction->choices[i].right ? " right" : "");
    }
    walk_close(&walk);
    return buf_text(&order);
}

static void test_the_order_of_choices_belongs_to_a_reader(void **state)
{
    (void)state;
    const char *lesson = "tests/commands/files/predict.md";
    assert_string_equal(order_for(lesson, 0), "13\n29 right\nthere is none\n");
    bool seen = false;
    for (uint64_t reader = 1; reader < 10; reader++) {
        const char *order = order_for(lesson, reader);
        assert_string_equal(order, order_for(lesson, reader));
        assert_non_null(strstr(order, "29 right\n"));
        assert_non_null(strstr(order, "13\n"));
        assert_non_null(strstr(order, "there is none\n"));
        seen |= strcmp(order, "there is none\n13\n29 right\n") == 0;
    }
    assert_true(seen);
}

static int forget(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_no_whole_number_passes_for_a_fraction, forget),
        cmocka_unit_test_teardown(test_nothing_that_a_usual_mistake_gives_is_right, forget),
        cmocka_unit_test_teardown(test_a_lesson_is_heard_before_all_else, forget),
        cmocka_unit_test_teardown(test_no_letter_is_right_too_often_for_any_reader, forget),
        cmocka_unit_test_teardown(test_the_order_of_choices_belongs_to_a_reader, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
