// What is said to wrong answers: tests/golden/wrong.txt has for each number that the course asks
// for its hints and the twenty wrong answers that are likeliest, each with the sentence that it
// gets, to be read by people. UPDATE=1 writes it anew.
#include "support/lessons.h"
#include "support/test.h"

#include "base/files/file.h"
#include "base/text/number.h"
#include "study/arithmetic/mistake.h"
#include "walk/places/focus.h"
#include "walk/walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GOLDEN "tests/golden/wrong.txt"

enum { MOST_ANSWERS = 20, MOST_OF_A_KIND = 8, DIGITS = 4 };

typedef struct Answers {
    const char *list[MOST_ANSWERS];
    int count;
} Answers;

static void add_answer(Answers *answers, double value, Arena *arena)
{
    Buf text = {.arena = arena};
    if (!isfinite(value) || answers->count == MOST_ANSWERS) return;
    number_trimmed(&text, value, DIGITS);
    for (int i = 0; i < answers->count; i++) {
        if (strcmp(answers->list[i], buf_text(&text)) == 0) return;
    }
    answers->list[answers->count++] = buf_text(&text);
}

// What is seen beside the cell, then what comes of a mistake.
static void add_mistakes(Answers *answers, const Walk *walk, const Question *question, Arena *arena)
{
    MistakeValue *values = NULL;
    int count = question->cell.entry < 0
                    ? 0
                    : mistake_values(walk->trace, question->cell, 0, arena, &values);
    for (int shown = 1; shown >= 0; shown--) {
        int before = answers->count;
        for (int i = 0; i < count && answers->count < before + MOST_OF_A_KIND; i++) {
            if (values[i].is_shown == shown) add_answer(answers, values[i].value, arena);
        }
    }
}

static void add_foreseen(Answers *answers, const Prediction *prediction, Arena *arena)
{
    double value;
    for (int i = 0; prediction && i < prediction->foreseen_count; i++) {
        const Foreseen *wrong = &prediction->foreseen[i];
        for (int k = 0; k < wrong->count; k++) {
            if (number_parse_double(wrong->numbers[k], &value)) add_answer(answers, value, arena);
        }
    }
}

static Answers answers_to(const Walk *walk, const Question *question, Arena *arena)
{
    Answers answers = {0};
    double value = question->value;
    add_foreseen(&answers, question->prediction, arena);
    add_mistakes(&answers, walk, question, arena);
    const double slips[] = {-value, value + 1, value - 1, 0, 1, 2 * value, value / 2, 777};
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) add_answer(&answers, slips[i], arena);
    return answers;
}

static void write_question(Walk *walk, Question *question, Buf *out)
{
    buf_printf(out, "\n%s, step %d: %s is %s\n", walk->lesson.name, question->step + 1,
               question->name, question_solution(question, DIGITS, out->arena));
    question->answer = (Answer){0};
    while (question_hint(walk, question))
        buf_printf(out, "  hint    %s\n", question_hint_text(walk, question, out->arena));
    if (question->answer.hints == 0) fail_msg("%s has no hint", question->name);
    Answers answers = answers_to(walk, question, out->arena);
    for (int i = 0; i < answers.count; i++) {
        question->answer = (Answer){0};
        Verdict verdict = question_answer(walk, question, str_from(answers.list[i]));
        if (verdict == VERDICT_RIGHT) continue;
        const char *hint =
            verdict == VERDICT_WRONG ? question_hint_text(walk, question, out->arena) : NULL;
        if (verdict == VERDICT_WRONG && !hint) fail_msg("%s: a bare \"Not\"", question->name);
        buf_printf(out, "  %-8s%s%s%s\n", answers.list[i], question->answer.says, hint ? " " : "",
                   hint ? hint : "");
    }
}

// A wrong choice is struck out, where that leaves two.
static void write_choices(Walk *walk, Question *question, Buf *out)
{
    question->answer = (Answer){0};
    if (!question_hint(walk, question)) return;
    buf_printf(out, "\n%s, step %d: %s: %s of %d\n  hint    %s\n", walk->lesson.name,
               question->step + 1, question->name, question_solution(question, DIGITS, out->arena),
               question_choices(question), question_hint_text(walk, question, out->arena));
}

static void wrong_answers_get_the_sentences_that_were_read(void **state)
{
    (void)state;
    Arena arena = {0};
    Buf all = {.arena = &arena};
    Library library;
    Error error = {.arena = &arena};
    library_scan(&library, &arena);
    for (int i = 0; i < library.count; i++) {
        Walk walk;
        if (!walk_open(&walk, library.lessons[i].path, &(WalkOptions){0}, &error))
            fail_msg("%s", error.message);
        for (int q = 0; q < walk.ran.question_count; q++) {
            Question *question = &walk.ran.questions[q];
            int stage, substep;
            if (question_place(&walk, question, &stage, &substep))
                walk_go_to(&walk, stage, substep);
            bool asks_number = question->has_value && !question_choices(question) &&
                               !question_is_bool(&walk, question);
            if (asks_number) write_question(&walk, question, &all);
            if (question_choices(question)) write_choices(&walk, question, &all);
            question_show(&walk, question); // its number may be part of a later hint
        }
        walk_close(&walk);
    }
    Str golden = {0};
    if (getenv("UPDATE")) {
        FileWriter writer;
        assert_true(file_create(&writer, GOLDEN, true, &arena, &error));
        assert_true(file_write(&writer, buf_text(&all), (size_t)all.n, &error));
        assert_true(file_commit(&writer, &error));
    } else {
        assert_true(file_read(GOLDEN, 4 << 20, &arena, &golden, &error));
        if (!str_equal(golden, buf_str(&all)))
            fail_msg("%s differs: UPDATE=1 writes it, and git diff says where", GOLDEN);
    }
    arena_free(&arena);
}

// What was once said to them cannot have happened: a softmax down the columns, which gives 0.489;
// numbers added where nothing is computed; mistakes far above the sum that was asked for; words of
// the reason.
static void what_cannot_have_happened_is_not_said(void **state)
{
    (void)state;
    static const struct {
        const char *lesson, *name, *given, *says;
    } CASES[] = {
        {"masking", "changed_outputs[1, 0]", "0.5",
         "Not 0.5: that is changed_weights[1,0], which is still to be multiplied: 0.5*2."},
        {"order", "placed[2, 1]", "2", "Not 2."},
        {"multi-head", "head_queries[1, 1, 0]", "4", "Not 4."},
        {"multi-head", "torn_queries[1, 0, 0]", "4", "Not 4."},
        {"learned-weights", "stepped[0, 0]", "0.25", "Not 0.25."},
        {"learned-weights", "stepped[0, 0]", "0.5", "Not 0.5."},
        {"masking", "padded_scores[1, 0, 2]", "0", "Not 0."},
    };
    Arena arena = {0};
    Error error = {.arena = &arena};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Walk walk;
        bool found = false;
        assert_true(walk_open(&walk, CASES[i].lesson, &(WalkOptions){0}, &error));
        for (int q = 0; q < walk.ran.question_count && !found; q++) {
            Question *question = &walk.ran.questions[q];
            found = strcmp(question->name, CASES[i].name) == 0;
            if (!found) continue;
            assert_int_equal(question_answer(&walk, question, str_from(CASES[i].given)),
                             VERDICT_WRONG);
            assert_string_equal(question->answer.says, CASES[i].says);
            assert_non_null(question_hint_text(&walk, question, &arena));
        }
        assert_true(found);
        walk_close(&walk);
    }
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_answers_get_the_sentences_that_were_read),
        cmocka_unit_test(what_cannot_have_happened_is_not_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
