// How often one presses a key in each lesson: from its start to its end by Space, with every
// question answered as a reader answers it. PRESSES=1 prints the table.
#include "support/lessons.h"
#include "support/test.h"

#include "lesson/library.h"
#include "tui/core/input.h"
#include "tui/parts/lesson_sight.h"
#include "walk/walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Arena arena;

static int release(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

typedef struct Presses {
    int all;      // Space, or an answer with its Enter, each counted as one
    int to_first; // question
    int pages;    // after which only the text was another one
    int questions;
    int unseen;     // operations that were gone past without their numbers
    int dull;       // the most between two questions, or one of them and the start or the end
    int from, step; // the steps of the lesson where that begins and ends, from 1
} Presses;

// One more stretch without a question has come to its end.
static void measure(Presses *presses, const Walk *walk, int *since, int *from)
{
    int step = walk_stage(walk).step + 1, length = presses->all - *since;
    if (length > presses->dull) {
        presses->dull = length;
        presses->from = *from;
        presses->step = step;
    }
    *since = presses->all;
    *from = step;
}

static void press_text(App *app, const char *text)
{
    for (; *text; text++) app_key(app, (Key){.code = *text});
    app_key(app, (Key){.code = KEYCODE_ENTER});
}

static bool answer(App *app, Question *question)
{
    Arena scratch = {0};
    const char *is = question_solution(question, 9, &scratch);
    if (question_is_bool(app->walk, question)) is = question->value != 0 ? "t" : "f";
    press_text(app, is);
    arena_free(&scratch);
    return question_is_settled(question);
}

// What a reader knows who comes from other lessons.
typedef struct Known {
    Familiar rows[200];
    int count;
} Known;

static void learn(Known *known, const Walk *walk)
{
    Familiar *seen;
    int count = walk_seen(walk, &arena, &seen);
    for (int i = 0; i < count; i++) {
        int at = 0;
        while (at < known->count && known->rows[at].op != seen[i].op) at++;
        assert_true(at < 200);
        if (at == known->count) known->rows[known->count++] = (Familiar){seen[i].op, 0};
        known->rows[at].times += seen[i].times;
    }
}

static Presses walk_through(const char *lesson, int columns, int rows, Known *known)
{
    enum { MOST = 5000 };
    Walk walk;
    App app;
    TuiOptions options = {.mode = MODE_WALK};
    Error error = {.arena = &arena};
    Presses presses = {.to_first = -1};
    int since = 0, from = 1, stage_at = 0;
    bool seen = false;
    if (!walk_open(&walk, lesson, &(WalkOptions){0}, &error)) fail_msg("%s", error.message);
    walk_know(&walk, known->rows, known->count);
    app_init(&app, &walk, &options, columns, rows);
    while (presses.all < MOST) {
        if (walk.at.stage != stage_at) {
            presses.unseen += !seen;
            seen = false;
            stage_at = walk.at.stage;
        }
        seen |= !lesson_fills(&app);
        Question *question = walk_question_reached(&walk);
        if (question && presses.to_first < 0) presses.to_first = presses.all;
        if (question && answer(&app, question)) {
            measure(&presses, &walk, &since, &from);
            since = ++presses.all;
            presses.questions++;
            continue;
        }
        int stage = walk.at.stage, substep = walk.at.substep, scroll = app.lesson_scroll;
        bool on_page = app.reads;
        app_key(&app, (Key){.code = ' '});
        bool moved = walk.at.stage != stage || walk.at.substep != substep;
        bool read = !moved && (app.lesson_scroll != scroll || app.reads != on_page);
        if (!moved && !read && !question) break;
        presses.all++;
        presses.pages += read;
    }
    assert_true(walk_is_at_end(&walk));
    measure(&presses, &walk, &since, &from);
    learn(known, &walk);
    app_free(&app);
    walk_close(&walk);
    return presses;
}

static const int SIZES[][2] = {{80, 24}, {60, 16}, {120, 40}};

static void test_the_table(void **state)
{
    (void)state;
    if (!getenv("PRESSES")) return;
    Library library;
    Known known[3] = {0};
    library_scan(&library, &arena);
    printf("all/first question/pages/dull at 80x24, 60x16, 120x40: by who knows nothing, in their "
           "order\n");
    for (int i = 0; i < library.count; i++) {
        printf("%-20s", library.lessons[i].name);
        for (int k = 0; k < 6; k++) {
            Known nothing = {0};
            Presses made = walk_through(library.lessons[i].name, SIZES[k % 3][0], SIZES[k % 3][1],
                                        k < 3 ? &nothing : &known[k % 3]);
            printf(" %4d/%2d/%2d/%2d", made.all, made.to_first, made.pages, made.dull);
        }
        printf("\n");
    }
}

// Also by who begins with it and knows nothing yet.
static void test_a_lesson_is_walked_with_few_presses(void **state)
{
    (void)state;
    static const struct {
        const char *lesson;
        int most;
    } rows[] = {{"eight-steps", 80}, {"attention", 120}, {"masking", 120}, {"multi-head", 120}};
    for (int i = 0; i < 4; i++) {
        Known nothing = {0};
        Presses made = walk_through(rows[i].lesson, 80, 24, &nothing);
        if (made.all > rows[i].most)
            fail_msg("%s takes %d presses, more than %d", rows[i].lesson, made.all, rows[i].most);
    }
}

// Nobody presses Space for long without a thing to think about, from the start to the end.
static void test_no_stretch_is_without_a_question_for_long(void **state)
{
    (void)state;
    enum { MOST = 20 };
    int failed = 0;
    for (EachLesson each = {0}; lesson_next(&each);) {
        Known nothing = {0};
        Presses made = walk_through(each.name, 80, 24, &nothing);
        if (made.dull <= MOST) continue;
        failed++;
        print_error("%s: %d presses without a question, in the steps %d to %d\n", each.name,
                    made.dull, made.from, made.step);
    }
    assert_int_equal(failed, 0);
}

// Where text and numbers take turns on a small screen, both come.
static void test_space_passes_no_numbers_unseen(void **state)
{
    (void)state;
    int failed = 0;
    for (EachLesson each = {0}; lesson_next(&each);) {
        Known nothing = {0};
        Presses made = walk_through(each.name, 60, 16, &nothing);
        if (!made.unseen) continue;
        failed++;
        print_error("%s: %d operations without their numbers\n", each.name, made.unseen);
    }
    assert_int_equal(failed, 0);
}

static void test_the_first_question_comes_within_ten_presses(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        Known nothing = {0};
        Presses made = walk_through("eight-steps", SIZES[i][0], SIZES[i][1], &nothing);
        assert_in_range(made.to_first, 0, 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_table),
        cmocka_unit_test(test_a_lesson_is_walked_with_few_presses),
        cmocka_unit_test(test_no_stretch_is_without_a_question_for_long),
        cmocka_unit_test(test_space_passes_no_numbers_unseen),
        cmocka_unit_test(test_the_first_question_comes_within_ten_presses),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
