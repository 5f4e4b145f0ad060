// Storms of what nobody types: any bytes, answers of the terminal, pastes, a mouse gone wild; and
// of what somebody might: any number into any cell, any text into any line.
#include "support/test.h"

#include "support/storm_events.h"

#include <string.h>

enum { COUNT = 40, SIZES = 2 };

static void run(const char *lesson, TuiMode mode, const StormEvent *events)
{
    const char *only = getenv("STORM_LESSON");
    if (!only || strcmp(only, lesson) == 0) storm_run(lesson, mode, events, COUNT, SIZES);
}

static void any_bytes_and_answers_leave_the_screen_as_it_should_be(void **state)
{
    (void)state;
    run("eight-steps", MODE_WALK, storm_bytes);
    run("masking", MODE_WALK, storm_bytes);
    run("attention", MODE_PRESENT, storm_bytes);
    run("order", MODE_NOTES, storm_bytes);
}

static void so_does_a_mouse_whatever_it_reports(void **state)
{
    (void)state;
    run("multi-head", MODE_WALK, storm_mouse);
    run("complexity", MODE_WALK, storm_mouse);
    run("why-scale", MODE_PRESENT, storm_mouse);
}

static void so_do_numbers_of_any_kind_with_undo_and_redo(void **state)
{
    (void)state;
    run("eight-steps", MODE_WALK, storm_edits);
    run("score-functions", MODE_WALK, storm_edits);
    run("cross-attention", MODE_PRESENT, storm_edits);
}

static void so_does_any_text_in_any_line(void **state)
{
    (void)state;
    run("transformer-block", MODE_WALK, storm_prompts);
    run("order", MODE_WALK, storm_prompts);
    run("eight-steps", MODE_PRESENT, storm_prompts);
}

int main(void)
{
    if (!storm_setup()) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(any_bytes_and_answers_leave_the_screen_as_it_should_be,
                                  storm_end_running),
        cmocka_unit_test_teardown(so_does_a_mouse_whatever_it_reports, storm_end_running),
        cmocka_unit_test_teardown(so_do_numbers_of_any_kind_with_undo_and_redo, storm_end_running),
        cmocka_unit_test_teardown(so_does_any_text_in_any_line, storm_end_running),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return storm_teardown() ? failed : failed + 1;
}
